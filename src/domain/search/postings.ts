/** An inverted index: the documents of each word. Guarantees: a document is listed exactly for the words with which it was added. */
export class Postings<T> {
  readonly #documents = new Map<string, Set<T>>();

  add(word: string, document: T): void {
    const documents = this.#documents.get(word);
    if (documents) documents.add(document);
    else this.#documents.set(word, new Set([document]));
  }

  remove(word: string, document: T): void {
    const documents = this.#documents.get(word);
    documents?.delete(document);
    if (documents?.size === 0) this.#documents.delete(word);
  }

  /** Documents that have at least one of the words. */
  withAny(words: Iterable<string>): Set<T> {
    const found = new Set<T>();
    for (const word of words) for (const document of this.#documents.get(word) ?? []) found.add(document);
    return found;
  }
}
