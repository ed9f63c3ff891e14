import FormSchema

/// One key clears the field, and twice throws the record away, which is asked.
extension FormState {
  mutating func clear(mayDiscard: Bool) -> [Effect] {
    guard let cursor, let cell = cell(at: cursor), !cell.isBlank || !cell.text.isEmpty else {
      if mayDiscard {
        askToDiscard()
      } else {
        offerDiscard("Empty")
      }
      return []
    }
    setCell(Cell(), at: cursor)
    offerDiscard("Cleared")
    return [.saveDraft]
  }

  private mutating func offerDiscard(_ what: String) {
    offersDiscard = true
    notice = Notice(kind: .information, text: "\(what). Again: throw the record away")
  }

  mutating func askToDiscard() {
    question = Question(
      .discardRecord, "Throw this record away?", choices: [("y", "throw it away"), ("n", "keep it")])
  }

  /// Another key came, one that is no event: what the next clearing would have thrown away stays. Answers whether
  /// that was on offer.
  public mutating func withdrawDiscard() -> Bool {
    guard offersDiscard else { return false }
    (offersDiscard, notice) = (false, nil)
    return true
  }
}
