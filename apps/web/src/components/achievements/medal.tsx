import './medals.css'

type MedalProps = {
  /** Path of the drawing, as the API has it. */
  icon: string
  size: number
  /** Name for readers who do not see it; empty where it stands beside the medal. */
  label?: string
}

/** Medal of an achievement, in the inks of the page's theme. */
export function Medal({ icon, size, label = '' }: MedalProps) {
  return (
    <img
      className="medal"
      src={`${icon}?theme=system`}
      width={size}
      height={size}
      alt={label}
      title={label || undefined}
      loading="lazy"
      decoding="async"
    />
  )
}
