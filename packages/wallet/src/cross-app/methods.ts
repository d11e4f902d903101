const smartMethods: Record<string, string> = {
  eth_sendTransaction: 'privy_sendSmartWalletTx',
  eth_signTransaction: 'privy_signSmartWalletTx',
  personal_sign: 'privy_signSmartWalletMessage',
  eth_signTypedData_v4: 'privy_signSmartWalletTypedData',
}

/** Returns the method by which the provider of a smart wallet knows a request. */
export function toSmartMethod(method: string): string {
  return smartMethods[method] ?? method
}

const windowMethods = new Set([
  ...Object.keys(smartMethods),
  ...Object.values(smartMethods),
  'eth_sign',
])

/** Returns whether a request is answered in the wallet's window. */
export function isWindowMethod(method: string): boolean {
  return windowMethods.has(method)
}

/** Returns whether the parameter of a request is a transaction, which needs a chain id. */
export function isTransactionMethod(method: string): boolean {
  return /^(?:eth_(?:send|sign)Transaction|privy_(?:send|sign)SmartWalletTx)$/.test(
    method,
  )
}

const readMethods =
  /^(?:eth_(?:blobBaseFee|blockNumber|call|coinbase|createAccessList|estimateGas|feeHistory|fillTransaction|gasPrice|get\w+|maxPriorityFeePerGas|new\w*Filter|protocolVersion|sendRawTransaction|simulateV1|uninstallFilter)|net_\w+|web3_(?:clientVersion|sha3)|zks_estimateFee|linea_estimateGas)$/

/** Returns whether a request is answered by the node of the chain. */
export function isReadMethod(method: string): boolean {
  return readMethods.test(method)
}
