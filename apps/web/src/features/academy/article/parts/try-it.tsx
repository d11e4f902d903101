import { Icon } from '../../../../ui/icon.tsx'
import { Link } from '../../../../ui/link.tsx'

/** Link to the page of the product on which the lesson can be tried. */
export function TryIt({ to, label }: { to: string; label: string }) {
  return (
    <p className="try-it">
      <Link className="button quiet" href={to}>
        {label}
        <Icon name="arrow" size={16} />
      </Link>
    </p>
  )
}
