public import DataFormats
internal import Glibc

extension RecordStore {
  /// Tells the store which keys of a form must be unique, before `holder` is asked about them.
  ///
  /// `normalize` gives texts that count as equal one spelling (a GTIN its 14 digits); it answers the same for its own
  /// answers. Raise `normalizer` when it changes: the index is then made anew. Nothing is read here.
  public func registerUnique(
    form: String, keys: [UniqueKey], normalizer: Int = 1, normalize: @escaping (String) -> String
  ) throws(StoreError) {
    guard Self.isForm(form) else { throw StoreError(.request, "\(form) is not the id of a form") }
    let extractor = KeyExtractor(keys: keys, normalize: normalize)
    indexes[form] = FormIndex(folder: folder, form: form, extractor: extractor, normalizer: normalizer)
  }

  private static func isForm(_ form: String) -> Bool {
    (1...100).contains(form.utf8.count) && JournalName.isStation(String(form.prefix(32)))
      && form.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 > 0x20 && $0 < 0x7F }
  }

  /// The record of this station that holds a value which must be unique, nil where none does.
  ///
  /// `parts` are the value of the key's field and of its `with` fields, as records hold them (numbers by their digits,
  /// blank ones empty); a blank field is held by no one. Void and superseded records do not count, nor those in `ids`.
  /// `businessDate` is the day that the scope `day` means.
  public func holder(
    of parts: [String], field: String, form: String, scope: UniqueScope, excluding ids: Set<String> = [],
    businessDate: CalendarDate
  ) throws(StoreError) -> HolderOfValue? {
    guard let index = indexes[form], let key = index.extractor.keys.firstIndex(where: { $0.field == field }) else {
      throw StoreError(.request, "the field \(field) of \(form) was not registered as unique")
    }
    guard let text = index.extractor.joined(parts) else { return nil }
    var isStale = false
    for attempt in 1...2 {
      isStale = false
      for place in try index.places(of: FormIndex.hash(ofKey: key, text)) {
        guard let name = index.name(of: place), name.station == station, scope == .form || name.date == businessDate
        else { continue }
        guard let record = try record(at: place, in: name), record.holds(text, key: key, index.extractor) else {
          isStale = isStale || OpenFile.status(folder.path(of: name)) != nil
          continue
        }
        let id = record.id
        if record.isVoid || ids.contains(id) { continue }
        if try isSuperseded(id, index) { continue }
        return HolderOfValue(
          record: AppendedRecord(
            id: id, number: record.number, businessDate: name.date, file: name, offset: record.offset,
            length: record.length, wasThere: true))
      }
      // A journal that was changed by hand: its places are others now. A damaged line stays one the second time.
      guard isStale, attempt == 1 else { break }
      try index.rebuild()
    }
    return nil
  }

  /// The same for a key of one field.
  public func holder(
    of value: String, field: String, form: String, scope: UniqueScope, excluding ids: Set<String> = [],
    businessDate: CalendarDate
  ) throws(StoreError) -> HolderOfValue? {
    try holder(of: [value], field: field, form: form, scope: scope, excluding: ids, businessDate: businessDate)
  }

  private func isSuperseded(_ id: String, _ index: FormIndex) throws(StoreError) -> Bool {
    for place in try index.places(of: FormIndex.hash(ofSuperseded: id)) {
      guard let name = index.name(of: place) else { continue }
      if try record(at: place, in: name)?.supersedes == id { return true }
    }
    return false
  }

  /// The whole record whose line begins at a place; nil where there is none.
  func record(at place: RecordPlace, in name: JournalName) throws(StoreError) -> StoredRecord? {
    guard let status = OpenFile.status(folder.path(of: name)), place.offset < status.size else { return nil }
    let file = try OpenFile(folder.path(of: name), .read)
    if place.offset > 0, try file.read((place.offset - 1)..<place.offset) != [0x0A] { return nil }
    var reader = LineReader(place.offset..<status.size, bufferSize: 4096)
    guard let line = try reader.next(file), line.isTerminated, RecordLine.fault(line.bytes) == nil else { return nil }
    return StoredRecord(file: name, offset: line.offset, line: 0, bytes: Array(line.bytes))
  }

  /// `values` of the last record of a form that this station saved, as it counts now: not a void or superseded one.
  public func previousValues(form: String) throws(StoreError) -> JSONValue? {
    guard Self.isForm(form) else { return nil }
    // Mostly it stands near the end of the newest file. Else the index tells where to look, or that there is none.
    var search = PreviousRecord(form: form, station: station, folder: folder)
    if let found = try search.newest(within: 4 << 20) { return found.content["values"] }
    if search.isComplete { return nil }
    if indexes[form] == nil { try registerUnique(form: form, keys: []) { $0 } }
    guard let index = indexes[form], let place = try index.lastPlace(of: station), let name = index.name(of: place)
    else { return nil }
    search = PreviousRecord(form: form, station: station, folder: folder)
    return try search.newest(before: name, offset: place.offset)?.content["values"]
  }

  /// For idle moments: works on the indexes for about so many milliseconds; true where nothing is left to do.
  ///
  /// Nothing depends on it: a look-up reads by itself what is not in the index yet.
  public func tendIndexes(milliseconds: Int = 5) throws(StoreError) -> Bool {
    let deadline = monotonicNanoseconds() + milliseconds * 1_000_000
    for index in indexes.values {
      if try !index.tend(until: deadline) { return false }
    }
    return true
  }
}

extension StoredRecord {
  fileprivate func holds(_ text: String, key: Int, _ extractor: KeyExtractor) -> Bool {
    bytes.withUnsafeBytes { line in
      guard let values = RecordLine.member("values", of: line) else { return false }
      var holds = false
      extractor.forEachKey(in: line, values: values) { holds = holds || ($0 == key && $1 == text) }
      return holds
    }
  }
}
