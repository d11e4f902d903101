/** An invalid file, with one sentence for each mistake. */
export class CollectionFileError extends Error {
  override readonly name = 'CollectionFileError'
  readonly sentences: string[]

  constructor(sentences: string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}
