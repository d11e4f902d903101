/** Errors of wallets by kind, as they were seen in the field: the tables that tests go through. */

/** An error that a wallet throws, and how it is called in a test's title. */
type ThrownError = readonly [title: string, error: unknown]

/** The person declined. */
export const declinedErrors: readonly ThrownError[] = [
  ['4001', { code: 4001, message: 'no' }],
  ['4001 as text', { code: '4001', message: 'no' }],
  ['4001 in an error', withCode(4001, 'User rejected the request.')],
  ['4001 without a message', { code: 4001 }],
  [
    '-32603 with words',
    withCode(-32603, 'MetaMask Tx Signature: User denied transaction signature.'),
  ],
  [
    '-32603 for a message',
    withCode(-32603, 'MetaMask Message Signature: User denied message signature.'),
  ],
  ['-32000 with words', withCode(-32000, 'User rejected')],
  [
    '-32603 around 4001',
    withCode(-32603, 'Internal JSON-RPC error.', { data: { code: 4001 } }),
  ],
  [
    'an original error of 4001',
    { code: -32603, data: { originalError: { code: '4001' } } },
  ],
  ['a cause of 4001', new Error('failed', { cause: withCode(4001, 'no') })],
  ['an inner error of 4001', { code: 'UNKNOWN_ERROR', info: { error: { code: 4001 } } }],
  ['WalletConnect 5000', { code: 5000, message: 'User rejected.' }],
  ['WalletConnect 5000 as text', { code: '5000', message: '' }],
  ['WalletConnect 5001', { code: 5001, message: 'User rejected chains.' }],
  ['WalletConnect 5002', { code: 5002, message: 'User rejected methods.' }],
  [
    'ethers',
    { code: 'ACTION_REJECTED', reason: 'rejected', message: 'user rejected action' },
  ],
  ['a name', Object.assign(new Error('failed'), { name: 'UserRejectedRequestError' })],
  ['a code in words', { code: 'USER_REJECTED_REQUEST' }],
  [
    'a device',
    new Error(
      'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)',
    ),
  ],
  ['JSON in a message', new Error('{"code":4001,"message":"no"}')],
  ['a code in a message', new Error('Error 4001: no')],
  [
    'a person who disapproved',
    { code: 1, message: 'User disapproved requested methods' },
  ],
  ['a person who cancelled', new Error('User canceled')],
  ['a person who has cancelled', new Error('The user has cancelled the request')],
  ['a person who closed the window', new Error('User closed the popup')],
  ['a person who did not approve', new Error('User did not approve')],
  ['a person who has not approved', new Error('User has not approved the request')],
  ['a request of the wallet', new Error('Wallet request rejected')],
  ['a rejected request in another order', new Error('Rejected request')],
  ['a number', 4001],
  ['a closed window', new Error('The popup was closed.')],
  ['a declined request', new Error('Request declined by user')],
  ['a rejected request', new Error('Request rejected')],
  ['a rejected signature request', new Error('Signature request rejected.')],
  ['a rejected transaction', new Error('Transaction was rejected')],
  ['one word', new Error('cancelled')],
  ['one word of the other spelling', { message: 'Canceled' }],
  ['rejected, no more', { message: 'rejected' }],
  ['a string', 'User rejected the request'],
  ['a string of one word', 'Cancelled'],
  ['a string behind its class', 'Error: User denied account authorization'],
  [
    'the words below other words',
    {
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: { message: 'User rejected the transaction' },
    },
  ],
]

/** An error with a similar word or code that is not the person's. */
export const undeclinedErrors: readonly ThrownError[] = [
  ['a low nonce', withCode(-32000, 'transaction rejected: nonce too low')],
  [
    'a nonce below a bare rejection',
    withCode(-32603, 'Transaction rejected', { data: { message: 'nonce too low' } }),
  ],
  ['a revert', withCode(3, 'execution reverted: mint rejected')],
  [
    'a revert with the words of a person',
    withCode(-32603, 'execution reverted: user rejected'),
  ],
  ['missing funds', withCode(-32000, 'insufficient funds for gas * price + value')],
  ['a rejection by the node', withCode(-32003, 'Transaction rejected')],
  [
    'a fee that is too low',
    withCode(
      -32000,
      'Transaction rejected by the node: max fee per gas less than block base fee',
    ),
  ],
  [
    'a user operation',
    withCode(-32500, "UserOperation rejected: AA21 didn't pay prefund"),
  ],
  ['a time-out', new Error('Request cancelled due to timeout')],
  [
    'an aborted request',
    Object.assign(new Error('The operation was aborted.'), { name: 'AbortError' }),
  ],
  ['a closed connection', new Error('connection closed')],
  ['a refused connection', new Error('connect ECONNREFUSED: connection refused')],
  ['too many requests', withCode(-32005, 'Request rejected: too many requests')],
  ['a node of ethers', { code: 'CALL_EXCEPTION', reason: 'rejected' }],
  [
    'an account that was never shared',
    withCode(
      4100,
      'The requested method and/or account has not been authorized by the user.',
    ),
  ],
  ['an unknown network', withCode(4902, 'Unrecognized chain ID.')],
  ['an open request', withCode(-32002, 'Request of this type already pending.')],
  ['another number with these digits', withCode(-32603, 'block 140011 has no state')],
  ['no words', withCode(-32603, 'Internal JSON-RPC error.')],
  ['an empty object', {}],
  ['an empty string', ''],
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
]

/** The network is unknown to the wallet. */
export const unknownNetworkErrors: readonly ThrownError[] = [
  ['4902', withCode(4902, 'no')],
  ['4902 as text', { code: '4902', message: 'no' }],
  ['4902 as a string', '4902'],
  [
    'MetaMask on a phone',
    { code: -32603, message: 'no', data: { originalError: { code: 4902 } } },
  ],
  [
    'an original error with text',
    { code: -32603, data: { originalError: { code: '4902' } } },
  ],
  ['a cause', new Error('failed', { cause: withCode(4902, 'no') })],
  ['an inner error', { code: 'UNKNOWN_ERROR', error: { code: 4902 } }],
  [
    'words',
    withCode(
      -32603,
      'Unrecognized chain ID "0x7a6a". Try adding the chain using wallet_addEthereumChain first.',
    ),
  ],
  ['words without a code', new Error('Unrecognized chainId')],
  ['words in a string', 'Unrecognized chain ID.'],
  [
    'a positive code',
    { code: 32603, message: 'Invalid chain. Try adding the chain first.' },
  ],
  ['JSON in a message', { code: -32000, message: '{"message":"no","code":4902}' }],
  ['a chain that was not added', new Error('Chain 31338 has not been added')],
  ['a chain that is not added', { code: -32000, message: 'Chain not added' }],
  ['a chain that is not configured', { code: -32603, message: 'Chain not configured' }],
  [
    'a chain that is not supported',
    { code: -32602, message: 'chain 0x7a6a is not supported' },
  ],
  ['an unsupported network', { code: -32000, message: 'Unsupported network' }],
  ['an unknown chain', { code: -32000, message: 'Unknown chain id 31338' }],
  ['an unrecognized chain', new Error('chain is unrecognized')],
  ['an invalid chain', { code: -32602, message: 'Invalid chain ID' }],
  ['a chain that is not available', new Error('Chain 31338 not available')],
  ['no configuration', new Error('No chain configuration found.')],
]

/** Creates an error of a wallet with further fields. */
function withCode(code: number | string, message: string, fields: object = {}): Error {
  return Object.assign(new Error(message), { code, ...fields })
}
