import { useEffect, useState } from 'react'

/** Milliseconds that the index may take to follow the last transaction of a dialog. */
const FOLLOWED_MS = 15_000

/** Returns true while a dialog is open and for a while after: the index follows its block later. */
export function useRecently(isOpen: boolean): boolean {
  const [isRecent, setRecent] = useState(isOpen)
  useEffect(() => {
    if (isOpen) {
      setRecent(true)
      return
    }
    const timer = setTimeout(() => setRecent(false), FOLLOWED_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
  return isRecent
}
