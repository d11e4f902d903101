import { readField } from '../read-field.ts'

/** Bundle of calls that was sent. */
export type SentBundle = { id: string; chainId: number; account: string; hash: string }

type BundleStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const MAX_BUNDLES = 50

/** Opens the bundles that are stored under a key; the last fifty are kept. */
export function openBundleStore(storage: BundleStorage, key: string) {
  const list = (): SentBundle[] => {
    try {
      const rows: unknown = JSON.parse(storage.getItem(key) ?? '[]')
      return Array.isArray(rows) ? rows.flatMap(parseBundle) : []
    } catch {
      return []
    }
  }
  return {
    /** Returns a bundle of an account by its id, or undefined. */
    find(id: string, account: string): SentBundle | undefined {
      const isOwn = (each: SentBundle) =>
        each.id === id && each.account.toLowerCase() === account.toLowerCase()
      return list().find(isOwn)
    },
    add(bundle: SentBundle): void {
      storage.setItem(key, JSON.stringify([...list(), bundle].slice(-MAX_BUNDLES)))
    },
  }
}

function parseBundle(row: unknown): SentBundle[] {
  const id = readField(row, 'id')
  const chainId = readField(row, 'chainId')
  const account = readField(row, 'account')
  const hash = readField(row, 'hash')
  const isText = [id, account, hash].every((value) => typeof value === 'string')
  if (!isText || typeof chainId !== 'number') return []
  return [{ id: String(id), chainId, account: String(account), hash: String(hash) }]
}
