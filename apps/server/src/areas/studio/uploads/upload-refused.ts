/** An upload of which nothing is taken; the message is a sentence for its creator. */
export class UploadRefusedError extends Error {
  override readonly name = 'UploadRefusedError'
  /** True if the files are taken once the draft keeps their camera data. */
  readonly canKeep: boolean

  constructor(
    sentence: string,
    { canKeep = false, cause }: { canKeep?: boolean; cause?: unknown } = {},
  ) {
    super(sentence, { cause })
    this.canKeep = canKeep
  }
}
