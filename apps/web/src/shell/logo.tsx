import { useAppConfig } from '../components/app-config.ts'

/** Logo: mark and product name. */
export function Logo() {
  return (
    <span className="lockup">
      <svg className="mark" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M1 1h22v22H1z" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M4.5 4.500h15v15h-15z" fill="var(--accent)" />
        <path
          d="M4.5 10.100c4.200 0 5.200-4 8.400-4s3.600 4 6.600 4M4.500 13.300c4.200 0 5.200-3.200 8.400-3.200s3.600 3.200 6.600 3.200M4.500 16.400c4.200 0 5.200-2 8.400-2s3.600 2 6.600 2"
          fill="none"
          stroke="var(--bg)"
          strokeWidth="1.25"
        />
      </svg>
      <span>{useAppConfig().product_name}</span>
    </span>
  )
}
