import type { ComponentPropsWithRef } from 'react'
import { Icon, type IconName } from './icon.tsx'

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children'> & {
  icon: IconName
  /** Accessible name. */
  label: string
  isMini?: boolean
  iconSize?: number
}

/** Button with an icon only. */
export function IconButton({
  icon,
  label,
  isMini = false,
  iconSize = isMini ? 16 : 18,
  className = '',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      className={`icon-button ${isMini ? 'mini' : ''} ${className}`}
      aria-label={label}
      {...rest}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  )
}
