import { parseUrl } from '@platemark/api/parse-url'

/** Links of the records that lead to a page, in the order of the editor. */
export function listRecordLinks(
  records: Readonly<Record<string, string>>,
): { url: string; label: string }[] {
  const links = Object.entries(shownLinks).flatMap(([key, link]) => {
    const value = records[key]
    return value ? [link(value)] : []
  })
  return links.filter((one): one is { url: string; label: string } => one !== null)
}

type ShownLink = (value: string) => { url: string; label: string } | null

/** Records are written by anyone: what is no plain handle or https address is no link. */
const shownLinks: Record<string, ShownLink> = {
  url: (value) => {
    const url = parseUrl(value)
    return url?.protocol === 'https:'
      ? { url: url.href, label: url.hostname.replace(/^www\./, '') }
      : null
  },
  'com.twitter': handleLink('X @', 'https://x.com/'),
  'com.github': handleLink('GitHub ', 'https://github.com/'),
  'xyz.farcaster': handleLink('Farcaster @', 'https://farcaster.xyz/'),
  'xyz.lens': handleLink('Lens @', 'https://hey.xyz/u/'),
  'org.telegram': handleLink('Telegram @', 'https://t.me/'),
}

function handleLink(prefix: string, base: string): ShownLink {
  return (value) =>
    /^[A-Za-z0-9_.-]{1,64}$/.test(value)
      ? { url: base + value, label: prefix + value }
      : null
}
