import { toast } from '../../../ui/toast.ts'

/** Shares the URL of the open token by the system's share sheet, or else copies it. */
export async function shareToken(title: string): Promise<void> {
  const url = new URL(location.pathname, location.origin)
  const token = new URLSearchParams(location.search).get('token')
  if (token) url.searchParams.set('token', token)
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url: url.href })
      return
    }
    // Safe: TypeScript takes `share` for granted; desktop browsers do not have it.
    await (navigator as Navigator).clipboard.writeText(url.href)
    toast('success', 'Link copied.', { text: url.href.replace(/^https?:\/\//, '') })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast('error', 'The link could not be shared.')
  }
}
