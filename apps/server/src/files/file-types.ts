/** Types of the files that `/files` serves, by extension. */
const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  json: 'application/json; charset=utf-8',
}

/** Names of masters and manifests, and of the views of pictures by their width. */
const served = /^[0-9a-f]{64}(?:\.([a-z0-9]+)|-\d{1,4}\.(webp))$/

/** Returns the media type of a file that is served by its name; undefined for other names. */
export function findMediaType(name: string): string | undefined {
  const [, extension, view] = served.exec(name) ?? []
  const type = extension ?? view ?? ''
  return Object.hasOwn(types, type) ? types[type] : undefined
}

/** Returns whether a browser shows the type itself; others are downloaded. */
export function isShownByBrowsers(mediaType: string): boolean {
  return /^(image|video)\//.test(mediaType)
}
