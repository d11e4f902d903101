/** An upload of which nothing is taken; the message is a sentence for its creator. */
export class UploadRefusedError extends Error {
  override readonly name = 'UploadRefusedError'
}
