import Glibc

/// Fits a model to a profile by least squares, for a code that is assumed (Levenberg and Marquardt's method). Holds the room
/// that this needs.
final class ModelFit {
  static let capacity = 4096
  private static let parameters = BarModel.count

  /// Columns of the derivatives, one a parameter, and the differences in the last.
  private let columns = UnsafeMutablePointer<Float>.allocate(capacity: (BarModel.count + 1) * ModelFit.capacity)
  private let edges = UnsafeMutablePointer<Float>.allocate(capacity: 128)
  private var edgeCount = 0
  private let shifted = UnsafeMutablePointer<Float>.allocate(capacity: 128)
  private let modules = UnsafeMutablePointer<UInt8>.allocate(capacity: 128)
  private let normal = UnsafeMutablePointer<Double>.allocate(capacity: 2 * (BarModel.count + 1) * BarModel.count)
  private let factor = UnsafeMutablePointer<Double>.allocate(capacity: BarModel.count * BarModel.count)

  deinit {
    columns.deallocate()
    edges.deallocate()
    shifted.deallocate()
    modules.deallocate()
    normal.deallocate()
    factor.deallocate()
  }

  /// What came of a fit.
  struct Result {
    var model: BarModel
    /// The sum of squared differences, and of how many samples.
    var residual: Float
    var samples: Int

    var mean: Float { residual / Float(max(samples, 1)) }
  }

  /// The code that is assumed from here on.
  func assume(_ code: Code, of symbol: Symbol) {
    symbol.write(code, to: modules)
    edgeCount = 0
    var before: UInt8 = 0
    for module in 0...symbol.modules {
      let now = module < symbol.modules ? modules[module] : 0
      if now != before {
        edges[edgeCount] = Float(module)
        edgeCount += 1
      }
      before = now
    }
  }

  /// Improves a model until it no longer gets better by a thousandth, in at most so many steps.
  func refine(_ start: BarModel, on profile: Profile, modules: Int, steps: Int) -> Result {
    var current = evaluate(start, on: profile, modules: modules, into: 0)
    var side = 0
    var damping = 1e-2
    for _ in 0..<steps {
      guard let step = solve(side: side, damping: damping) else {
        damping *= 10
        continue
      }
      var model = current.model
      model.parameters += step
      model.parameters[4] = min(max(model.parameters[4], 0.12), 1.8)
      model.parameters[5] = min(max(model.parameters[5], -0.35), 0.35)
      let next = evaluate(model, on: profile, modules: modules, into: 1 - side)
      if next.mean < current.mean {
        let gain = 1 - next.mean / current.mean
        current = next
        side = 1 - side
        damping *= 0.2
        if gain < 1e-3 { break }
      } else {
        damping *= 8
        if damping > 1e4 { break }
      }
    }
    return current
  }

  /// The squared variation of what a model covers, a quadratic course taken away: what there is to explain.
  static func variation(of model: BarModel, on profile: Profile, modules: Int) -> Float {
    let first = max(0, Int(model.centre - 1.12 * model.halfWidth) + 1)
    let last = min(profile.count - 1, Int(model.centre + 1.12 * model.halfWidth))
    guard first < last else { return 1 }
    let mean = profile.mean
    var (count, t1, t2, t3, t4, v, v1, v2, squares) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for sample in first...last {
      let t = model.t(at: Float(sample))
      let module = model.module(at: t)
      if module < -3.5 || module > Float(modules) + 3.5 { continue }
      let (place, value) = (Double(t), Double(profile.values[sample] - mean))
      let square = place * place
      count += 1
      t1 += place
      t2 += square
      t3 += square * place
      t4 += square * square
      v += value
      v1 += place * value
      v2 += square * value
      squares += value * value
    }
    guard count > 10 else { return 1 }
    let (a, b, d) = (t2 - t1 * t1 / count, t3 - t1 * t2 / count, t4 - t2 * t2 / count)
    let (p, q) = (v1 - t1 * v / count, v2 - t2 * v / count)
    let determinant = a * d - b * b
    let (slope, bend) = ((p * d - q * b) / determinant, (a * q - b * p) / determinant)
    return Float(max(squares - v * v / count - slope * p - bend * q, 1))
  }

  /// The differences between a profile and what a model says of it, with their derivatives; and the normal equations of
  /// a step that would lessen them, into one of two places.
  private func evaluate(_ model: BarModel, on profile: Profile, modules: Int, into side: Int) -> Result {
    let unusable = Result(model: model, residual: .infinity, samples: 1)
    guard model.isOrderly else { return unusable }
    let samples = fillColumns(model, profile, modules: modules)
    guard samples >= 20 else { return unusable }
    let target = normal + side * (Self.parameters + 1) * Self.parameters
    accumulate(samples, into: target)
    var residual = squared(samples)
    // What is known beforehand: geometry is nearly even, ink spreads little.
    let scale = Double(0.02 * profile.variance)
    let priors = [(2, scale / (1.5 * 1.5)), (3, scale / (0.7 * 0.7)), (5, scale / (0.12 * 0.12))]
    for (index, weight) in priors {
      let value = Double(model.parameters[index])
      target[index * Self.parameters + index] += weight
      target[Self.parameters * Self.parameters + index] -= weight * value
      residual += Float(weight * value * value)
    }
    return Result(model: model, residual: residual, samples: samples)
  }

  /// Fills the columns; the number of samples within the code and the quiet modules beside it.
  private func fillColumns(_ model: BarModel, _ profile: Profile, modules: Int) -> Int {
    let inverse = 1 / model.blur
    for index in 0..<edgeCount {
      let sign: Float = index & 1 == 0 ? 1 : -1
      shifted[index] = (edges[index] - sign * model.ink) * inverse
    }
    let table = model.edge
    let p = model.parameters
    let first = max(0, Int(model.centre - 1.12 * model.halfWidth) + 1)
    let last = min(profile.count - 1, Int(model.centre + 1.12 * model.halfWidth))
    guard first < last else { return 0 }
    let end = Float(modules) + 3.5
    let stride = Self.capacity
    let reach = EdgeTable.reach
    var passedEdges = 0
    var base: Float = 0
    var count = 0
    for sample in first...last {
      let t = (Float(sample) - model.centre) / model.halfWidth
      let square = t * t
      let u = p[0] + t * p[1] + (square - 0.5) * p[2] + t * (square - 0.75) * p[3]
      if u < -3.5 || u > end || count >= stride { continue }
      let place = u * inverse
      while passedEdges < edgeCount, place - shifted[passedEdges] >= reach {
        base = 1 - base
        passedEdges += 1
      }
      var dark = base
      var byPlace: Float = 0
      var byBlur: Float = 0
      var byInk: Float = 0
      var index = passedEdges
      while index < edgeCount {
        let distance = place - shifted[index]
        if distance <= -reach { break }
        let value = table.at(min(distance, reach - 0.001))
        let density = value.y * inverse
        if index & 1 == 0 {
          dark += value.x
          byPlace += density
          byBlur -= density * distance
        } else {
          dark -= value.x
          byPlace -= density
          byBlur += density * distance
        }
        byInk += density
        index += 1
      }
      let offset = p[6] + t * p[7] + square * p[8]
      let gain = p[9] + t * p[10] + square * p[11]
      let column = columns + count
      let move = gain * byPlace
      column[0] = move
      column[stride] = move * t
      column[2 * stride] = move * (square - 0.5)
      column[3 * stride] = move * t * (square - 0.75)
      column[4 * stride] = gain * byBlur
      column[5 * stride] = gain * byInk
      column[6 * stride] = 1
      column[7 * stride] = t
      column[8 * stride] = square
      column[9 * stride] = dark
      column[10 * stride] = dark * t
      column[11 * stride] = dark * square
      column[12 * stride] = profile.values[sample] - offset - gain * dark
      count += 1
    }
    // Whole vectors only: what is left over counts nothing.
    let whole = (count + 7) & ~7
    for column in 0...Self.parameters {
      for index in count..<whole { columns[column * stride + index] = 0 }
    }
    return count
  }

  private func squared(_ samples: Int) -> Float {
    dot(Self.parameters, Self.parameters, samples)
  }

  @inline(__always)
  private func dot(_ one: Int, _ other: Int, _ samples: Int) -> Float {
    let a = UnsafeRawPointer(columns + one * Self.capacity)
    let b = UnsafeRawPointer(columns + other * Self.capacity)
    var sum = SIMD8<Float>(repeating: 0)
    var offset = 0
    let end = 4 * samples
    while offset < end {
      sum +=
        a.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * b.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      offset += 32
    }
    return sum.sum()
  }

  private func accumulate(_ samples: Int, into target: UnsafeMutablePointer<Double>) {
    let count = Self.parameters
    for row in 0..<count {
      for column in 0...row { target[row * count + column] = Double(dot(row, column, samples)) }
      target[count * count + row] = Double(dot(row, count, samples))
    }
  }

  /// The step, by Cholesky's decomposition; nil where the equations do not hold one.
  private func solve(side: Int, damping: Double) -> SIMD16<Float>? {
    let count = Self.parameters
    let matrix = normal + side * (count + 1) * count
    let right = matrix + count * count
    for row in 0..<count {
      for column in 0...row {
        var sum = matrix[row * count + column]
        if row == column { sum = sum * (1 + damping) + 1e-9 }
        for index in 0..<column { sum -= factor[row * count + index] * factor[column * count + index] }
        if row == column {
          guard sum > 1e-12 else { return nil }
          factor[row * count + row] = sum.squareRoot()
        } else {
          factor[row * count + column] = sum / factor[column * count + column]
        }
      }
    }
    var solution = SIMD16<Double>(repeating: 0)
    for row in 0..<count {
      var sum = right[row]
      for index in 0..<row { sum -= factor[row * count + index] * solution[index] }
      solution[row] = sum / factor[row * count + row]
    }
    for row in stride(from: count - 1, through: 0, by: -1) {
      var sum = solution[row]
      for index in (row + 1)..<count { sum -= factor[index * count + row] * solution[index] }
      solution[row] = sum / factor[row * count + row]
    }
    return SIMD16<Float>(solution)
  }
}
