import type { Configuration } from '../configuration/configuration.ts'

type Hosts = Pick<Configuration, 'files_url' | 'public_url'>

const filePath = /^\/files\/[0-9a-f]{64}(?:-[a-z0-9]{1,16})?\.[a-z0-9]{1,8}$/

/** Returns the absolute URL of a path of this site: of a stored file on the file host. */
export function absoluteFileUrl({ files_url, public_url }: Hosts, path: string): string {
  const isFile = filePath.test(path)
  return new URL(path, isFile && files_url !== null ? files_url : public_url).href
}

/**
 * Returns an answer in which the fields `url` and `..._url` that name a stored file by its path
 * name it on the file host. Other values are passed on as they are.
 */
export function withFileHost(answer: unknown, filesUrl: string): unknown {
  if (Array.isArray(answer)) return answer.map((item) => withFileHost(item, filesUrl))
  if (!isPlainObject(answer)) return answer
  const entries = Object.entries(answer).map(([key, value]) => {
    const isFile = isUrlField(key) && typeof value === 'string' && filePath.test(value)
    return [key, isFile ? `${filesUrl}${value}` : withFileHost(value, filesUrl)]
  })
  return Object.fromEntries(entries)
}

function isUrlField(key: string): boolean {
  return key === 'url' || key.endsWith('_url')
}

/** Dates and other objects with methods are values. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
