import { toast } from '../ui/toast.ts'

/** Shares a URL by the device's dialog, or copies it; `note` stands under the confirmation. */
export async function shareLink(
  { title, url }: { title: string; url: string },
  note?: string,
): Promise<void> {
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url })
      return
    }
    // Safe: TypeScript takes `share` for granted; desktop browsers do not have it.
    await (navigator as Navigator).clipboard.writeText(url)
    toast('success', 'Link copied.', note ? { text: note } : {})
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast('error', 'The link could not be shared.')
  }
}
