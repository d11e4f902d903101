import { expect, test } from 'vitest'
import { queuesOf, sharesOf } from './choice.ts'
import { applyEdit, type Edit, editsOf, nameOf } from './edits.ts'
import { analyse } from './syntax.ts'

const FILE = 'src/Shop.sol'

test('plants faults of every kind in Solidity', () => {
  const edits = editsIn(`
    contract Shop {
      uint256 private constant MOST = 8;
      address public owner;
      event Sold(address indexed to, uint256 count);
      error TooMany(uint256 most);
      modifier onlyOwner() { require(msg.sender == owner); _; }
      function sell(address from, address to, uint256 count) external onlyOwner returns (uint256 left) {
        if (count > MOST && to != from) revert TooMany(MOST);
        left = MOST - uint8(count);
        emit Sold(to, count);
      }
    }`)
  const planted = edits.map(({ edit }) => edit.replace(/^.* → /, ''))

  const expected = [
    'uint256 private constant MOST = 9;',
    'uint256 private constant MOST = 16;',
    'modifier onlyOwner() { require(true); _; }',
    'modifier onlyOwner() { require(msg.sender != owner); _; }',
    'if (count >= MOST && to != from) revert TooMany(MOST);',
    'if (count <= MOST && to != from) revert TooMany(MOST);',
    'if (count > MOST || to != from) revert TooMany(MOST);',
    'if (to != from) revert TooMany(MOST);',
    'if (false) revert TooMany(MOST);',
    'if (count > MOST && to != to) revert TooMany(MOST);',
    'if (count > MOST && to != from) revert TooMany((MOST) + 1);',
    'if (count > MOST && to != from) {}',
    'left = MOST + uint8(count);',
    'left = MOST - (count);',
    '{}',
    'emit Sold(address(0), count);',
    'emit Sold(msg.sender, count);',
  ]
  expect(planted).toEqual(expect.arrayContaining(expected))
  expect(edits.map(({ operator }) => operator)).toContain('modifier')
})

test('plants faults of every kind in assembly', () => {
  const edits = editsIn(`
    contract Shop {
      function sell(uint256 count) external {
        assembly {
          let left := sub(sload(0), count)
          if lt(left, 0x0f) { revert(0, 0) }
          sstore(0, left)
          log2(0, 0, 7, caller())
        }
      }
    }`)
  const planted = edits.map(({ edit }) => edit.replace(/^.* → /, ''))

  const expected = [
    'let left := add(sload(0), count)',
    'let left := sub(count, sload(0))',
    'let left := 0',
    'if gt(left, 0x0f) { revert(0, 0) }',
    'if iszero(gt(left, 0x0f)) { revert(0, 0) }',
    'if lt(left, 0x10) { revert(0, 0) }',
    'if lt(left, 0x07) { revert(0, 0) }',
    'if 0 { revert(0, 0) }',
    'if lt(left, 0x0f) { {} }',
    '{}',
    'sstore(left, 0)',
    'log2(0, 0, caller(), 7)',
    'log2(0, 0, add(7, 1), caller())',
    'log2(0, 0, 7, address())',
  ]
  expect(planted).toEqual(expect.arrayContaining(expected))
  expect(edits.every(({ isAssembly }) => isAssembly)).toBe(true)
  // Where nothing of the memory is looked at, its beginning is no fault.
  expect(planted.filter((line) => line.includes('log2(1, 0'))).toEqual([])
})

test('plants nothing in interfaces, and each edit changes the text in a way of its own', () => {
  const text = `
    interface Shop { function sell(uint256 count) external; }
    contract Till {
      uint256 private sum;
      function add(uint256 count) external { sum += count; sum += count; }
    }`
  const edits = editsIn(text)

  expect(edits.every(({ place }) => ['add', 'sum'].includes(place))).toBe(true)
  const results = edits.map((edit) => applyEdit(source(text), edit))
  expect(new Set(results).size).toBe(edits.length)
  expect(new Set(edits.map(nameOf)).size).toBe(edits.length)
})

test('an edit keeps its name when other lines come before it', () => {
  const before = editsIn('contract Till { uint256 private constant MOST = 8; }')
  const after = editsIn(
    'contract Till {\n  // Why.\n uint256 private constant MOST = 8; }',
  )

  expect(before.map(({ place }) => place)).toEqual(after.map(({ place }) => place))
  expect(after[0]?.edit).toBe(
    'uint256 private constant MOST = 8; } → uint256 private constant MOST = 9; }',
  )
  expect(after[0]?.line).toBe((before[0]?.line ?? 0) + 2)
})

test('spreads edits over files in proportion to their lines, few on each line', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `uint256 constant N${index} = 8;`)
  const large = editsIn(`contract Large { ${lines(30).join('\n')} }`)
  const small = editsIn(`contract Small { ${lines(10).join('\n')} }`).map((edit) => ({
    ...edit,
    file: 'src/Small.sol',
  }))
  const queues = queuesOf([...large, ...small], 'seed')

  expect([...sharesOf(queues, 20).values()]).toEqual([15, 5])
  expect([...sharesOf(queues, 1000).values()]).toEqual([90, 30])
  const firstTurn = queues[0]?.edits.slice(0, 30).map(({ line }) => line)
  expect(new Set(firstTurn).size).toBe(30)
  expect(queuesOf([...large, ...small], 'seed')).toEqual(queues)
  expect(queuesOf([...large, ...small], 'other')).not.toEqual(queues)
})

function editsIn(contract: string): Edit[] {
  const sources = { [FILE]: source(contract) }
  const { trees, errors } = analyse(sources)
  expect(errors).toEqual([])
  const tree = trees[FILE]
  if (!tree) throw new Error('the compiler gave no tree')
  return editsOf(FILE, tree, sources)
}

function source(contract: string): string {
  return `pragma solidity 0.8.37;\n${contract}\n`
}
