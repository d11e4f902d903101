/** Largest part of an amount that its network fee may take where withdrawing counts as worth it. */
const MAX_FEE_BPS = 100n

const BPS = 10_000n

/** Share of a network fee in the amount that it is paid for. */
export type FeeJudgement = {
  isWorth: boolean
  /** The part that the fee takes, in words with a percentage. */
  share: string
  /** The same in percent, 100 at most. */
  percent: number
  /** Wei from which on the fee takes no more than 1 %. */
  fromWei: bigint
}

/** Judges a fee by the part of the amount that it takes; both in wei. */
export function judgeFee(amountWei: bigint, feeWei: bigint): FeeJudgement {
  const bps = amountWei === 0n ? BPS : (feeWei * BPS) / amountWei
  return {
    isWorth: feeWei * BPS <= amountWei * MAX_FEE_BPS,
    share: describePart(bps),
    percent: Math.min(100, Number(bps) / 100),
    fromWei: (feeWei * BPS) / MAX_FEE_BPS,
  }
}

function describePart(bps: bigint): string {
  if (bps === 0n) return 'less than 0.01%'
  if (bps >= BPS) return 'more than all'
  const percent = Number(bps) / 100
  return `${percent < 10 ? percent : Math.round(percent)}%`
}
