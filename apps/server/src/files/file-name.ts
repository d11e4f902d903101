/** Most names that a store compares with the database at a time. */
export const MAX_NAMES = 1000

/** Valid names; nothing else ever becomes part of a path or key. */
const fileName = /^([0-9a-f]{64})(?:-[a-z0-9]{1,16})?\.[a-z0-9]{1,8}$/

export function isFileName(name: string): boolean {
  return fileName.test(name)
}

/** Returns whether a name is that of its bytes, and not of what they were derived from. */
export function isContentName(name: string): boolean {
  return /^[0-9a-f]{64}\./.test(name)
}

/** Throws for a name that is built from wrong parts. */
export function requireFileName(name: string): void {
  if (!isFileName(name)) throw new Error(`file name is invalid: got ${name}`)
}

/** Throws for an extension that no name can have. */
export function requireExtension(extension: string): void {
  requireFileName(`${'0'.repeat(64)}.${extension}`)
}

/** Returns the hash that a file name begins with. */
export function hashOfName(name: string): string {
  return name.slice(0, 64)
}
