import {
  type Abi,
  type AbiEvent,
  type AbiParameter,
  type AbiParameterToPrimitiveType,
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  toEventSelector,
} from 'viem'
import { type IndexedLog, InvalidLogError } from '../../indexer/projection.ts'

/** Decoder of one log; throws `InvalidLogError` unless it is exactly of that event. */
export type EventDecoder<Meaning> = (log: IndexedLog) => Meaning

type EventOf<Contract extends Abi> = Extract<Contract[number], { type: 'event' }>

type ArgumentsOf<Contract extends Abi, Name> = {
  [Input in Extract<
    EventOf<Contract>,
    { name: Name }
  >['inputs'][number] as Input['name'] & string]: ReadAs<Input>
}

// Strings are decoded as bytes, because invalid UTF-8 would be replaced silently.
type ReadAs<Input extends AbiParameter> = Input['type'] extends 'string'
  ? Hex
  : AbiParameterToPrimitiveType<Input>

/**
 * Creates the first topic and decoder of an event of `abi` by its name. Rejects data that
 * the Solidity encoder would not produce.
 */
export function createEventDecoder<const Contract extends Abi>(abi: Contract) {
  return <Name extends EventOf<Contract>['name'], Meaning>(
    name: Name,
    meaningOf: (args: ArgumentsOf<Contract, Name>) => Meaning,
  ): [topic: string, reader: EventDecoder<Meaning>] => {
    const event = abi.find((item) => item.type === 'event' && item.name === name)
    if (event?.type !== 'event') throw new Error(`abi has no event ${name}`)
    return [
      toEventSelector(event),
      // Safe: the names and types are those of the event's own inputs.
      (log) => meaningOf(decodeArguments(event, log) as ArgumentsOf<Contract, Name>),
    ]
  }
}

function decodeArguments(event: AbiEvent, { topics, data }: IndexedLog) {
  const inputs = event.inputs.map((input) =>
    input.type === 'string' ? { ...input, type: 'bytes' } : input,
  )
  const indexed = inputs.filter((input) => input.indexed)
  const others = inputs.filter((input) => !input.indexed)
  if (topics.length !== indexed.length + 1) {
    throw new InvalidLogError(
      `${event.name} has a wrong number of topics: got ${topics.length}, expected ${indexed.length + 1}`,
    )
  }
  const words = `0x${topics
    .slice(1)
    .map((topic) => topic.slice(2))
    .join('')}` as const
  const values = [
    ...decodeExactly(event.name, indexed, words),
    ...decodeExactly(event.name, others, data),
  ]
  return Object.fromEntries(
    [...indexed, ...others].map(({ name }, place) => [name, values[place]]),
  )
}

function decodeExactly(
  event: string,
  inputs: AbiParameter[],
  data: Hex,
): readonly unknown[] {
  if (inputs.length === 0 && data === '0x') return []
  try {
    const values = decodeAbiParameters(inputs, data)
    if (encodeAbiParameters(inputs, values) === data) return values
  } catch {
    // The decoder's message is dropped, because it quotes untrusted log data.
  }
  throw new InvalidLogError(`${event} is not canonically encoded`)
}

const WORD = 64

/** Returns whether the data has this number of 32-byte words. */
export function hasWordCount(data: Hex, words: number): boolean {
  return data.length === 2 + WORD * words
}

/** Splits data of two words. */
export function splitWords(data: Hex): [Hex, Hex] {
  return [`0x${data.slice(2, 2 + WORD)}`, `0x${data.slice(2 + WORD)}`]
}

const NO_ADDRESS = `0x${'0'.repeat(24)}`

/** Decodes the address in a word. */
export function decodeAddress(word: Hex | undefined): Address {
  if (word?.length !== 2 + WORD || !word.startsWith(NO_ADDRESS)) {
    throw new InvalidLogError('address is not one padded word')
  }
  return `0x${word.slice(26)}`
}

const SMALL = `0x${'0'.repeat(WORD - 8)}`

/** Decodes the number in a word, at most 32 bits and `most`. */
export function decodeNumber(word: Hex | undefined, most: number): number {
  if (word?.length !== 2 + WORD || !word.startsWith(SMALL)) {
    throw new InvalidLogError('number is not one word of 32 bits')
  }
  const number = Number.parseInt(word.slice(2 + WORD - 8), 16)
  if (number > most) {
    throw new InvalidLogError(
      `number is too large: got ${number}, expected at most ${most}`,
    )
  }
  return number
}
