import type { Page } from '@playwright/test'

/** Returns the content of this site's local storage. */
export function readStorage(page: Page) {
  return page.evaluate(() => {
    const store: unknown = JSON.parse(localStorage.getItem('wagmi.store') ?? '{}')
    return {
      keys: Object.keys(localStorage),
      token: localStorage.getItem('access_token'),
      // Wallet that is connected, or was when the page was last open.
      hasWallet: /"current":"/.test(JSON.stringify(store)),
    }
  })
}

/** Stores a mint that was sent before the journey and is pending. */
export async function leavePendingMint(page: Page): Promise<void> {
  await page.evaluate(inPendingMints, { hash: '0x0123' })
}

export function findPendingMint(page: Page): Promise<unknown> {
  return page.evaluate(inPendingMints, null)
}

/** Runs in the page: stores a mint as the mint panel does, or reads it. */
async function inPendingMints(mint: { hash: string } | null): Promise<unknown> {
  const name = 'pending mints'
  const opening = indexedDB.open('platemark')
  opening.onupgradeneeded = () => opening.result.createObjectStore(name)
  const database = await settled(opening)
  const store = database.transaction(name, 'readwrite').objectStore(name)
  const found = await settled(mint ? store.put(mint, 'journey') : store.get('journey'))
  database.close()
  return found

  function settled<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  }
}
