/** Mark of a network, drawn by the server; its name stands beside it. */
export function NetworkMark({ alias, size }: { alias: string; size: number }) {
  return (
    <img
      src={`/marks/networks/${alias}.svg?theme=system`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
    />
  )
}
