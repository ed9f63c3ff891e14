import Configuration
import DataFormats
import FormFlow
import FormSchema
import Glibc
import LabelData
import RecordStore
import ScanField

/// What a command that fills forms works with: the station, its clock, its store and its reader of pictures.
final class Desk {
  let station: StationConfiguration
  let clock: StationClock
  let store: RecordStore
  /// Who works here now; "" where nobody has said.
  var operatorName: String
  /// A look-up in the store that failed: told once, it does not stop the work.
  private(set) var troubles: [String] = []
  /// What the store had to put right while a form was open: told there, and again at the end.
  private(set) var storeNotices: [String] = []
  private var told = 0
  /// The records that were left unfinished, by their ids, with the titles of their forms.
  var unfinished: [(id: String, title: String)] = []
  private var worker: DecodeWorker?
  private var openedCapture: Capture?
  private var notices: Notices?

  init(_ station: StationConfiguration, _ clock: StationClock) throws(StoreError) {
    self.station = station
    self.clock = clock
    store = try RecordStore(directory: station.store, station: station.station)
    operatorName = station.operator ?? ""
  }

  /// Tells the store what must be unique in a form, before it is filled.
  func open(_ form: FormDefinition) throws(StoreError) {
    try store.registerUnique(form: form.id, keys: form.uniqueKeys, normalize: ComparableText.key)
  }

  /// The records of a form that were begun and not completed, and what must be told of them first.
  func openDrafts(of form: FormDefinition) throws(StoreError) -> (drafts: [Draft], notices: [String]) {
    let known = Set(FormLocator(station).all().map(\.id))
    let earlier = store.takeNotices()
    let drafts = try store.openDrafts(form: form.id, hash: form.hash, isForm: known.contains)
    return (drafts, earlier + store.takeNotices())
  }

  /// `held` is asked before the store: records that are to be written with the next batch.
  func surroundings(
    for form: FormDefinition, isHeadless: Bool = false, held: @escaping (UniqueQuery) -> UniqueHolder? = { _ in nil }
  ) -> Surroundings {
    let now = clock.now
    let businessDate = clock.businessDate(of: now)
    var surroundings = Surroundings(
      now: now, businessDate: businessDate, station: station.station, operatorName: operatorName,
      language: station.lang,
      entry: station.entry(now: now),
      isHeadless: isHeadless,
      holder: { [weak self] query in held(query) ?? self?.holder(query, form: form.id, businessDate) },
      previousValues: { [weak self] in self?.previousValues(form: form.id) })
    surroundings.advice = advice(for: form)
    return surroundings
  }

  /// The notices of a form as they lie there now: read again when one of their files has changed.
  private func advice(for form: FormDefinition) -> Advice? {
    guard let expects = form.expects else { return nil }
    let files = expects.files
    let state = files.state()
    if let notices, notices.files == files, notices.state == state { return notices.advice }
    // What was read with the form may be of a moment before.
    let advice = files.read()
    for fault in advice.faults { note("the notice \(fault.file) is left out: \(fault.why)") }
    notices = Notices(files: files, state: state, advice: advice)
    return advice
  }

  /// Notices, and what their files were when they were read.
  private struct Notices {
    let files: AdviceFiles
    let state: AdviceFiles.State
    let advice: Advice
  }

  /// Saves records of a form, or none: nil where another program saved meanwhile what must be unique in one of them.
  /// Whoever looks again finds it there.
  func save(
    _ records: [JSONValue], of form: FormDefinition, _ date: CalendarDate, holding keys: [UniqueQuery]
  ) throws(StoreError) -> [AppendedRecord]? {
    let own = Set(records.compactMap { $0["id"]?.text })
    return try store.append(records, businessDate: date) {
      keys.contains { holder($0, form: form.id, date, excluding: own) != nil }
    }
  }

  private func holder(
    _ query: UniqueQuery, form: String, _ date: CalendarDate, excluding ids: Set<String> = []
  ) -> UniqueHolder? {
    do {
      let found = try store.holder(
        of: query.key, field: query.field, form: form, scope: query.scope == .day ? .day : .form, excluding: ids,
        businessDate: date)
      return found.map { UniqueHolder(inWords: "record \($0.number) of \($0.record.businessDate)") }
    } catch {
      note("whether this was received before cannot be looked up: \(error.message)")
      return nil
    }
  }

  private func previousValues(form: String) -> JSONValue? {
    do {
      return try store.previousValues(form: form)
    } catch {
      note("the record before cannot be read: \(error.message)")
      return nil
    }
  }

  /// Keeps what must be told at the end, once.
  func note(_ trouble: String) {
    if !troubles.contains(trouble) { troubles.append(trouble) }
  }

  var hasUntoldNotice: Bool {
    storeNotices += store.takeNotices().filter { !storeNotices.contains($0) }
    return told < storeNotices.count
  }

  /// The next that nobody has read yet of what the store had to put right.
  func takeUntoldNotice() -> String? {
    guard hasUntoldNotice else { return nil }
    told += 1
    return storeNotices[told - 1]
  }

  /// A new record's id.
  func newRecordID() -> String { UUIDv7.make(now: clock.now.milliseconds) }

  /// The camera of the station with its reader, made when the trigger is first pressed.
  func capture() throws(DecodeError) -> Capture {
    if let openedCapture { return openedCapture }
    let worker = try decodeWorker()
    let made = Capture(source: try source(), worker: worker, warm: station.warm * 1000)
    openedCapture = made
    return made
  }

  /// The camera that is wanted; nil where it is none, or pictures.
  private var cameraChoice: CameraChoice? {
    let camera = station.camera
    let isDevice = camera == "auto" || camera.hasPrefix("/dev/")
    // Neither a file nor a path: the name of a camera.
    guard isDevice || (camera != "none" && !camera.contains("/") && access(camera, F_OK) != 0) else { return nil }
    return CameraChoice(camera)
  }

  /// Which camera the trigger looks through, for people; over ssh it is that of this host.
  var cameraInWords: String? {
    guard let choice = cameraChoice else { return nil }
    guard getenv("SSH_CONNECTION") != nil else { return choice.inWords() }
    var name = [CChar](repeating: 0, count: 65)
    gethostname(&name, name.count - 1)
    return choice.inWords(host: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  private func source() throws(DecodeError) -> FrameSource {
    let camera = station.camera
    if let choice = cameraChoice { return .camera(choice) }
    guard let decoder = Helper.path(of: "formentry-decode") else {
      throw .cannotStart(executable: "formentry-decode", reason: "it is not there")
    }
    var status = stat()
    guard stat(camera, &status) == 0 else { throw .cannotOpen(path: camera, reason: systemReason(errno)) }
    return status.st_mode & S_IFMT == S_IFDIR
      ? .movingPictures(camera, decoder: decoder) : .picture(camera, decoder: decoder)
  }

  /// The worker that reads pictures, started when it is first wanted.
  func decodeWorker() throws(DecodeError) -> DecodeWorker {
    if let worker { return worker }
    let started = try Helper.decodeWorker()
    worker = started
    return started
  }
}

extension StationConfiguration {
  /// How typing is read here.
  func entry(now: Instant) -> TypedEntry {
    TypedEntry(
      dateOrder: TypedEntry.DateOrder(rawValue: dateOrder.rawValue) ?? .dayMonthYear,
      allowsDecimalComma: decimalComma, now: now)
  }
}

extension FormDefinition {
  /// What must be unique among the records, not only in one of them.
  var uniqueKeys: [UniqueKey] {
    var keys: [UniqueKey] = []
    for (index, field) in fields.enumerated() {
      for (reference, field) in [(FieldReference(field: index), field)]
        + field.columns.enumerated().map({ (FieldReference(field: index, column: $0), $1) })
      {
        guard let unique = field.unique, unique.scope != .record else { continue }
        keys.append(UniqueKey(field: path(of: reference), with: unique.with.map { path(of: $0) }))
      }
    }
    return keys
  }
}
