import { resolve } from 'node:path'
import { nameDeploymentPlan } from '@platemark/abi/deploy-names'
import { findReverseRegistrar } from '@platemark/chains/reverse-registrars'
import { getAddress } from 'viem'
import { mainnet } from 'viem/chains'
import * as z from 'zod'
import { ConfigurationError, contractAddress, webAddress, wholeNumber } from './fields.ts'
import { isSafe, type NetworkConfiguration } from './networks.ts'
import { readReservedNames } from './reserved-names.ts'
import { readSigningKeys, type SigningKey } from './signing-keys.ts'

/** Suffix of names on an embedded chain; `.test` is reserved for tests (RFC 2606). */
export const EMBEDDED_SUFFIX = 'plate.test'

/** Names that no instance sells: parts of URLs, and words of operators. */
export const RESERVED_FILE = resolve(
  import.meta.dirname,
  '../../../../config/names/reserved.txt',
)

/** Settings of names. */
export const nameFields = z.strictObject({
  chain: z
    .string('Enter the alias of a network.')
    .nullable()
    .default(null)
    .describe('Alias of the home chain of the names. Absent: there are no names.'),
  suffix: z
    .string('Enter a suffix.')
    .regex(
      /^(?=.{1,63}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/,
      'Use up to 63 of a-z, 0-9 and hyphens, with dots between labels and none at either end.',
    )
    .nullable()
    .default(null)
    .describe(
      `What every name ends in, without a leading dot: best an ENS name that you own. The registry has it too. Absent: \`${EMBEDDED_SUFFIX}\` on an embedded chain, elsewhere it is required.`,
    ),
  owner: contractAddress()
    .nullable()
    .default(null)
    .describe(
      'Owner for whom the registry was deployed; the addresses of registry and resolver follow from it.',
    ),
  registry: contractAddress()
    .nullable()
    .default(null)
    .describe('Registry of the names. Absent: the one that follows from `owner`.'),
  resolver: contractAddress()
    .nullable()
    .default(null)
    .describe(
      'Resolver of the names on the home chain, which ENS libraries read. Absent: the one that follows from `owner`.',
    ),
  start_block: wholeNumber(0)
    .nullable()
    .default(null)
    .describe(
      'Block in which the registry was deployed. Absent: `contracts.start_block` of the home chain.',
    ),
  reserved_file: z
    .string('Enter a file.')
    .min(1, 'Enter a file.')
    .nullable()
    .default(null)
    .describe(
      'File with the names that are not for sale, one a line; relative paths start at the configuration file. Absent: `config/names/reserved.txt` of this checkout.',
    ),
  gateway_resolver: contractAddress()
    .nullable()
    .default(null)
    .describe(
      'Offchain resolver on the chain of ENS, whose requests the gateway at `/api/ens` answers. Absent: there is no gateway.',
    ),
  gateway_key_file: z
    .string('Enter a file.')
    .min(1, 'Enter a file.')
    .nullable()
    .default(null)
    .describe(
      'File (0600) with the private keys of the gateway, one a line; relative paths start at the configuration file. Absent: `NAMES_GATEWAY_KEYS` of the environment.',
    ),
  gateway_block: z
    .enum(['finalized', 'latest'], 'Use finalized or latest.')
    .nullable()
    .default(null)
    .describe(
      'Block of the home chain that the gateway answers from. Absent: `finalized`, on an embedded chain `latest`.',
    ),
  ens_rpc_url: webAddress()
    .nullable()
    .default(null)
    .describe(
      'RPC URL of Ethereum, by which accounts without a name of this site are shown with their ENS name. It may contain a key and is never sent to clients; it begins with https, except on this machine. `ENS_MAINNET_RPC` of the environment sets it too. Absent: no ENS names are shown.',
    ),
  ens_universal_resolver: contractAddress()
    .nullable()
    .default(null)
    .describe('Universal resolver of ENS on that network. Absent: the one of Ethereum.'),
  hidden_words: z
    .array(
      z
        .string('Enter text.')
        .regex(/^[a-z0-9-]{2,31}$/, 'Use 2 to 31 of a-z, 0-9 and hyphens.'),
    )
    .default([])
    .describe(
      'Names that contain one of these are left out of the list of last registrations, and only there.',
    ),
})

/** Settings of names with all defaults filled in. */
export type NameConfiguration = {
  /** Alias of the home chain. */
  chain: string
  /** Without a leading dot. */
  suffix: string
  /** Address with its checksum. */
  registry: `0x${string}`
  /** Resolver on the home chain, with its checksum. */
  resolver: `0x${string}`
  start_block: number
  /** Labels that are not for sale, sorted. */
  reserved: string[]
  /** Names with one of these are left out of the list of last registrations. */
  hidden_words: string[]
  /** Where ENS keeps primary names on the home chain (ENSIP-19); null where it does not. */
  reverse_registrar: `0x${string}` | null
  /** Null without a gateway. */
  gateway: GatewayConfiguration | null
  /** Where primary names of ENS are read; null: they are not shown. */
  ens: { rpc_url: string; universal_resolver: `0x${string}` } | null
}

/** The gateway that answers requests from the chain of ENS (ERC-3668). */
export type GatewayConfiguration = {
  /** Offchain resolver, with its checksum. */
  resolver: `0x${string}`
  block: 'finalized' | 'latest'
  signers: SigningKey[]
}

/**
 * Fills in the defaults of names; null where there are none. Throws `ConfigurationError`,
 * which names the field.
 */
export function completeNames(
  written: z.output<typeof nameFields>,
  {
    networks,
    base,
    environment,
  }: {
    networks: NetworkConfiguration[]
    base: string
    environment: Record<string, string | undefined>
  },
): NameConfiguration | null {
  if (written.chain === null) return requireNothing(written)
  const home = networks.find(({ alias }) => alias === written.chain)
  if (!home?.contracts) {
    throw new ConfigurationError(
      `names.chain: ${written.chain} is not an enabled network with contracts.`,
    )
  }
  const isEmbedded = home.is_demo && environment.NODE_ENV !== 'production'
  const suffix = written.suffix ?? (isEmbedded ? EMBEDDED_SUFFIX : null)
  if (suffix === null) {
    throw new ConfigurationError(
      'names.suffix: Enter what every name ends in, such as an ENS name that you own.',
    )
  }
  const { reserved_file } = written
  return {
    chain: home.alias,
    suffix,
    ...findContracts(written),
    start_block: written.start_block ?? home.contracts.start_block,
    reserved: readReservedNames(
      reserved_file === null ? RESERVED_FILE : resolve(base, reserved_file),
    ),
    hidden_words: written.hidden_words,
    reverse_registrar: findReverseRegistrar(home.alias),
    gateway: completeGateway(written, home, { base, environment }),
    ens: completeEns(written, environment),
  }
}

function completeEns(
  { ens_rpc_url, ens_universal_resolver }: z.output<typeof nameFields>,
  { ENS_MAINNET_RPC }: Record<string, string | undefined>,
): NameConfiguration['ens'] {
  const url = ens_rpc_url ?? (ENS_MAINNET_RPC || null)
  if (url === null) return null
  const { success, data } = webAddress().safeParse(url)
  if (!success || !isSafe(data)) {
    throw new ConfigurationError('names.ens_rpc_url: Enter an https address.')
  }
  const known = mainnet.contracts.ensUniversalResolver.address
  return {
    rpc_url: data,
    universal_resolver: getAddress(ens_universal_resolver ?? known),
  }
}

function completeGateway(
  { gateway_resolver, gateway_key_file, gateway_block }: z.output<typeof nameFields>,
  { is_demo }: NetworkConfiguration,
  {
    base,
    environment,
  }: { base: string; environment: Record<string, string | undefined> },
): GatewayConfiguration | null {
  if (gateway_resolver === null) return null
  const file = gateway_key_file === null ? null : resolve(base, gateway_key_file)
  return {
    resolver: getAddress(gateway_resolver),
    block: gateway_block ?? (is_demo ? 'latest' : 'finalized'),
    signers: readSigningKeys({
      field: 'names.gateway_key_file',
      variable: 'NAMES_GATEWAY_KEYS',
      user: 'The gateway',
      file,
      environment,
    }),
  }
}

function requireNothing({
  chain: _,
  ...rest
}: z.output<typeof nameFields>): NameConfiguration | null {
  const isSet = (value: unknown) =>
    Array.isArray(value) ? value.length > 0 : value !== null
  const [set] = Object.entries(rest).find(([, value]) => isSet(value)) ?? []
  if (set === undefined) return null
  throw new ConfigurationError(
    `names.chain: Enter the alias of the home chain, or remove names.${set}.`,
  )
}

function findContracts({
  owner,
  registry,
  resolver,
}: z.output<typeof nameFields>): Pick<NameConfiguration, 'registry' | 'resolver'> {
  if (registry && resolver) {
    return { registry: getAddress(registry), resolver: getAddress(resolver) }
  }
  if (!owner) {
    throw new ConfigurationError(
      'names.owner: Enter the owner of the registry, from which its address follows, or both names.registry and names.resolver.',
    )
  }
  const plan = nameDeploymentPlan(getAddress(owner))
  // The resolver of an owner reads the registry of the same owner.
  if (registry || resolver) {
    throw new ConfigurationError(
      'names.resolver: Set both names.registry and names.resolver, or only names.owner.',
    )
  }
  return { registry: plan.registry.address, resolver: plan.resolver.address }
}
