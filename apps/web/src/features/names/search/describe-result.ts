import type { NameCheck } from '@platemark/api/names'

/** Heading of a result after the name itself, and the line below. */
type ResultMessage = { title: string; text: string }

/**
 * Returns the words of a checked name. `network` is the name of the home network, and `isOwn` is
 * true for a name of the signed-in user.
 */
export function describeResult(
  check: NameCheck,
  { network, isOwn }: { network: string; isOwn: boolean },
): ResultMessage {
  const { status, reason, name } = check
  if (isOwn) return { title: 'is yours', text: 'You own this name.' }
  switch (status) {
    case 'available':
      return check.checked === 'cache'
        ? {
            title: 'seems available',
            text: `${network} cannot be reached right now. We check again before you pay.`,
          }
        : { title: 'is available', text: describeAvailable(check) }
    case 'taken':
      return { title: 'is taken', text: reason ?? '' }
    case 'pending':
      return {
        title: 'is being registered',
        text: `Its registration is being confirmed on ${network}.`,
      }
    case 'reserved':
      return { title: '', text: reason ?? '' }
    case 'invalid': {
      const [, first = '', rest = ''] = /^(.*?\.)(?:\s+(.*))?$/s.exec(reason ?? '') ?? []
      return { title: first || (reason ?? ''), text: rest || (name ?? '') }
    }
  }
}

function describeAvailable({ input, name, normalized }: NameCheck): string {
  const count = `${name?.length ?? 0} characters`
  if (!normalized) return `${count}. Yours until you transfer it.`
  return input.toLowerCase().startsWith(name ?? '')
    ? 'Written in lower case on the chain.'
    : `Written as ${name} on the chain.`
}
