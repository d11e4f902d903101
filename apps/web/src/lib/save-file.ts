/** Lets the browser download a text, or its bytes, as a file. */
export function saveFile(name: string, type: string, ...parts: BlobPart[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(parts, { type }))
  link.download = name
  link.click()
  // Some browsers read it only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
