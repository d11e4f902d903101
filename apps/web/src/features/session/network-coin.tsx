/** Icon of a network: its initials in a ring. */
export function NetworkCoin({ name }: { name: string }) {
  return (
    <span className="coin" aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** Returns initials: `Base Sepolia` is BS, `OP Mainnet` OP. */
function initials(name: string): string {
  const [first = '', second = ''] = name.split(/\s+/)
  if (/^[A-Z]{2}$/.test(first)) return first
  return `${first.charAt(0)}${second.charAt(0)}`.toUpperCase()
}
