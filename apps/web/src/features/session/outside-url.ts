/** Apps that show pages in a browser of their own, mostly without windows. */
const inAppBrowser =
  /\b(?:FBAN|FBAV|Instagram|Line|Twitter|TikTok|musical_ly|Snapchat|Telegram|LinkedInApp|GSA|MicroMessenger)\b|; wv\)/i

/**
 * Returns the address that opens a page in the browser of the device: from the browser inside
 * another app an address that the system hands over, elsewhere the page itself, in a new tab.
 */
export function outsideUrl(page: string, userAgent: string): string {
  const isInApp = inAppBrowser.test(userAgent)
  if (!isInApp || !page.startsWith('https://')) return page
  const rest = page.slice('https://'.length)
  if (/android/i.test(userAgent))
    return `intent://${rest.replace(/#.*/, '')}#Intent;scheme=https;action=android.intent.action.VIEW;end`
  return /iphone|ipad/i.test(userAgent) ? `x-safari-https://${rest}` : page
}
