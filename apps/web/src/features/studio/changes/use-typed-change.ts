import { localStore } from '@platemark/mint/browser-store'
import { useEffect, useState } from 'react'
import type { ChangeName } from '../page/change-props.ts'
import type { Own } from '../page/own.ts'

/** A change, or one part of it that is typed alone. */
type TypedName = ChangeName | `lists/${string}`

/** Texts of the fields of a change. */
type Texts = object

export type TypedChange<T extends Texts> = {
  values: T
  /** Something was typed that is not on the chain. */
  isTyped: boolean
  change(changes: Partial<T>): void
  /** Forgets what was typed. */
  discard(): void
}

/**
 * Keeps what is typed of a change in this browser until it is signed or given up: a reload and
 * other tabs show it. Each change has its own record, so that no tab overwrites another change.
 */
export function useTypedChange<T extends Texts>(
  own: Own,
  name: TypedName,
  stored: T,
): TypedChange<T> {
  const key = typedKey(own, name)
  const [typed, setTyped] = useState(() => readTyped(key, stored))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form of the values is fixed.
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === key || event.key === null) setTyped(readTyped(key, stored))
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [key])
  const values = typed ?? stored
  return {
    values,
    isTyped: JSON.stringify(values) !== JSON.stringify(stored),
    change(changes) {
      const next = { ...values, ...changes }
      localStore.setItem(key, JSON.stringify(next))
      setTyped(next)
    },
    discard() {
      localStore.removeItem(key)
      setTyped(undefined)
    },
  }
}

/** Forgets what was typed of a change that is not shown. */
export function forgetTypedChange(own: Own, name: TypedName): void {
  localStore.removeItem(typedKey(own, name))
}

function typedKey({ collection }: Own, name: TypedName): string {
  return `change ${collection.chain_id}/${collection.contract_address}/${name}`
}

/** Returns the stored texts if they have the form of `stored`: an older version may differ. */
function readTyped<T extends Texts>(key: string, stored: T): T | undefined {
  const text = localStore.getItem(key)
  if (text === null) return undefined
  try {
    const read: unknown = JSON.parse(text)
    return hasForm(read, stored) ? read : undefined
  } catch {
    return undefined
  }
}

function hasForm<T>(value: unknown, form: T): value is T {
  if (Array.isArray(form)) {
    return Array.isArray(value) && value.every((one) => hasForm(one, form[0] ?? one))
  }
  if (typeof form !== 'object' || form === null) return typeof value === typeof form
  if (typeof value !== 'object' || value === null) return false
  // Safe: it is an object.
  const fields = value as Record<string, unknown>
  return Object.entries(form).every(([name, one]) => hasForm(fields[name], one))
}
