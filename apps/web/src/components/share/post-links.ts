/** Returns links that open a post about a page on the networks that have such links. */
export function postLinks(text: string, url: string): { title: string; href: string }[] {
  const link = (page: string, values: Record<string, string>) =>
    `${page}?${new URLSearchParams(values)}`
  return [
    { title: 'X', href: link('https://x.com/intent/post', { text, url }) },
    {
      title: 'Farcaster',
      href: link('https://farcaster.xyz/~/compose', { text, 'embeds[]': url }),
    },
    { title: 'Telegram', href: link('https://t.me/share/url', { url, text }) },
  ]
}
