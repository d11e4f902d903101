// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CollectionRules} from "./CollectionRules.sol";
import {ICollectionTypes} from "../interfaces/ICollectionTypes.sol";
import {Encoding} from "./Encoding.sol";
import {ICollectionFactory} from "../interfaces/ICollectionFactory.sol";
import {IPlatform} from "../interfaces/IPlatform.sol";

/// @dev A collection is a proxy of 45 bytes (ERC-1167) with its terms behind it (see `FixedTerms`).
///      Its creation code writes the first storage words (see `Layout`) and logs its first list, so
///      that nothing is left to initialise. A royalty split is a proxy, too (see `RoyaltySplit`).
contract CollectionFactory is Encoding, ICollectionFactory {
    uint256 private constant PROXY_SIZE = 45;
    uint256 private constant STORE_SIZE = 36;
    uint256 private constant LOG_SIZE = 46;
    uint256 private constant RETURN_SIZE = 13;
    uint256 private constant RECEIVE_SIZE = 6;
    uint256 private constant PAYEE_SIZE = 22;
    uint256 private constant IDENTITY = 4;
    /// @dev Positions of fields among the words of `CreateParams`.
    uint256 private constant NAME_WORD = 2;
    uint256 private constant SYMBOL_WORD = 3;
    uint256 private constant CAP_WORD = 4;
    uint256 private constant ROYALTY_WORD = 11;
    uint256 private constant ROYALTY_CEILING_WORD = 12;
    uint256 private constant NOTICE_WORD = 14;
    uint256 private constant BASE_URI_WORD = 16;
    uint256 private constant CONTRACT_URI_WORD = 17;
    /// @dev Offsets of the terms and their flags in the arguments of the event.
    uint256 private constant TERMS_IN_ARGS = 36;
    uint256 private constant FLAGS_IN_ARGS = 70;
    /// @dev Salt, kind and the place of the arguments, which precede them in the event's data.
    uint256 private constant EVENT_HEAD = 0x60;
    /// @dev The first topic of `CollectionCreated`.
    uint256 private constant COLLECTION_CREATED =
        0xbacef8832e3949eb56889eae43cde5e87573fb75dd3696ffe0a377ab5c7bfb02;

    /// @inheritdoc ICollectionFactory
    IPlatform public immutable platform;
    /// @inheritdoc ICollectionFactory
    address public immutable dropImplementation;
    /// @inheritdoc ICollectionFactory
    address public immutable soulboundImplementation;
    /// @inheritdoc ICollectionFactory
    address public immutable editionImplementation;
    /// @inheritdoc ICollectionFactory
    address public immutable royaltySplitImplementation;

    /// @inheritdoc ICollectionFactory
    uint256 public mintFee;

    /// @dev The addresses of the others follow from their code, so the factory's follows from all.
    constructor(
        IPlatform platform_,
        address drop,
        address soulbound,
        address edition,
        address royaltySplit
    ) {
        platform = platform_;
        dropImplementation = drop;
        soulboundImplementation = soulbound;
        editionImplementation = edition;
        royaltySplitImplementation = royaltySplit;
    }

    /// @inheritdoc ICollectionFactory
    function create(CreateParams calldata params, bytes32 salt, uint256 deadline)
        external
        returns (address collection)
    {
        if (block.timestamp > deadline) revert Expired(deadline);
        if (params.mintFee != mintFee) revert FeeChanged(mintFee);
        ICollectionTypes.PublicPhase memory phase = params.publicPhase;
        _requireParams(params, phase);

        bytes32 cloneSalt = _cloneSalt(msg.sender, salt);
        address split;
        if (params.hasRoyaltySplit) split = _createSplit(params.payees, cloneSalt);
        bytes memory args = _args(params, phase, msg.sender, cloneSalt, split);
        bytes memory code = _creationCode(params, phase.supplyCap, args);
        collection = _addressOf(cloneSalt, code);
        _logCreated(collection, salt, args);

        if (_create2(code, cloneSalt) == collection) return collection;
        if (collection.code.length != 0) revert AlreadyCreated(collection);
        revert NotEnoughGas();
    }

    /// @inheritdoc ICollectionFactory
    function setMintFee(uint256 newFee) external {
        if (msg.sender != platform.owner()) revert NotPlatformOwner();
        if (newFee % 1 gwei != 0 || newFee > CollectionRules.MAX_FEE) revert BadFee(newFee);
        mintFee = newFee;
        emit MintFeeChanged(newFee);
    }

    /// @inheritdoc ICollectionFactory
    function predict(CreateParams calldata params, address creator, bytes32 salt)
        external
        view
        returns (address collection)
    {
        bytes32 cloneSalt = _cloneSalt(creator, salt);
        ICollectionTypes.PublicPhase memory phase = params.publicPhase;
        address split;
        if (params.hasRoyaltySplit) split = _addressOf(cloneSalt, _splitCode(params.payees));
        bytes memory args = _args(params, phase, creator, cloneSalt, split);
        return _addressOf(cloneSalt, _creationCode(params, phase.supplyCap, args));
    }

    /// @inheritdoc ICollectionFactory
    function collectionIdOf(address creator, bytes32 salt) external pure returns (bytes16) {
        return bytes16(_cloneSalt(creator, salt));
    }

    function _requireParams(CreateParams calldata params, ICollectionTypes.PublicPhase memory phase)
        private
        pure
    {
        uint256 kind = params.kind;
        uint256 maxSupply = params.maxSupply;
        bool isBad = kind > EDITION || maxSupply >= CollectionRules.UNCAPPED
            || (kind != EDITION && (kind == DROP) == (maxSupply == 0))
            || (kind == EDITION && !params.transferable)
            || params.notice > CollectionRules.MAX_NOTICE;
        if (isBad) revert BadParams();

        uint256 ceiling = params.royaltyCeilingBps;
        if (ceiling > CollectionRules.MAX_ROYALTY_BPS) {
            revert ICollectionTypes.BadRoyalty(CollectionRules.MAX_ROYALTY_BPS);
        }
        if (params.royaltyBps > ceiling) revert ICollectionTypes.BadRoyalty(ceiling);
        CollectionRules.requirePublicPhase(phase, params.mintFee);
    }

    /// @dev Packs the initial slot0 of a collection, as drawn in `Layout`.
    function _packSlot0(CreateParams calldata params, ICollectionTypes.PublicPhase memory phase)
        private
        pure
        returns (uint256 slot0)
    {
        uint256 cap = _word(params, CAP_WORD);
        if (cap == 0) cap = CollectionRules.UNCAPPED;
        unchecked {
            uint256 unit = (uint256(phase.price) + params.mintFee) / 1 gwei;
            slot0 = (cap << SLOT0_CAP) | (unit << SLOT0_UNIT);
        }
        slot0 |= (uint256(phase.start) << SLOT0_START) | (uint256(phase.end) << SLOT0_END)
            | (uint256(phase.walletLimit) << SLOT0_LIMIT);
        if (phase.price == 0) slot0 |= IS_FREE;
        if (phase.supplyCap != 0) slot0 |= HAS_PUBLIC_CAP;
        if (params.listRoot == 0) slot0 |= ARE_LISTS_STORED;
    }

    /// @dev slot0 32 | supply cap of the public phase 4 | the terms as drawn in `FixedTerms`.
    function _args(
        CreateParams calldata params,
        ICollectionTypes.PublicPhase memory phase,
        address creator,
        bytes32 cloneSalt,
        address split
    ) private view returns (bytes memory args) {
        ICollectionTypes.Payee[] calldata payees = params.payees;
        if (payees.length != 0) CollectionRules.requirePayees(payees, address(platform));

        uint256 end;
        (args, end) = _open(EVENT_HEAD);
        end = _put(end, _packSlot0(params, phase), 32);
        end = _put(end, phase.supplyCap, 4);
        end = _put(end, _firstTerms(params, creator), 32);
        end = _put(end, _secondTerms(params, payees.length, cloneSalt, split), 20);
        if (params.listRoot != 0) {
            end = _put(end, uint256(params.listRoot), 32);
            end = _put(end, params.listNotBefore, 4);
        }
        if (params.provenanceHash != 0) end = _put(end, uint256(params.provenanceHash), 32);
        if (split != address(0)) end = _put(end, uint160(split), 20);
        end = _putPayees(end, payees);
        end = _putName(end, _text(params, NAME_WORD));
        end = _putName(end, _text(params, SYMBOL_WORD));
        end = _putShort(end, _text(params, CONTRACT_URI_WORD));
        end = _putText(end, _text(params, BASE_URI_WORD), CollectionRules.MAX_BASE_URI);
        _close(args, end);
    }

    /// @dev creator 160 | mint fee in gwei 56 | notice 24 | royalty bps 16.
    function _firstTerms(CreateParams calldata params, address creator)
        private
        pure
        returns (uint256)
    {
        return uint256(uint160(creator)) << 96 | (params.mintFee / 1 gwei) << 40
            | _word(params, NOTICE_WORD) << 16 | _word(params, ROYALTY_WORD);
    }

    /// @dev royalty ceiling bps 16 | flags 8 | number of payees 8 | collection id 128.
    function _secondTerms(
        CreateParams calldata params,
        uint256 payees,
        bytes32 cloneSalt,
        address split
    ) private pure returns (uint256) {
        uint256 flags = params.kind;
        if (params.listRoot != 0) flags |= HAS_LIST;
        if (params.provenanceHash != 0) flags |= HAS_PROVENANCE;
        if (!params.transferable) flags |= IS_SOULBOUND;
        if (split != address(0)) flags |= HAS_ROYALTY_SPLIT;
        return _word(params, ROYALTY_CEILING_WORD) << 144 | flags << 136 | payees << 128
            | uint256(cloneSalt) >> 128;
    }

    /// @dev Stores the first words, logs the first list, then returns proxy and terms as code:
    ///
    ///      PUSH32 slot0, PUSH1 0, SSTORE
    ///      PUSH32 cap << 32, PUSH1 1, SSTORE                           a phase with a cap
    ///      PUSH1 64, PUSH2 end, PUSH1 0, CODECOPY,
    ///      PUSH32 event, PUSH1 64, PUSH1 0, LOG1                       a list
    ///      PUSH2 size, DUP1, PUSH2 start, PUSH1 0, CODECOPY, PUSH1 0, RETURN
    ///      proxy, terms, [list root, content hash]
    function _creationCode(CreateParams calldata params, uint256 supplyCap, bytes memory args)
        private
        view
        returns (bytes memory code)
    {
        uint256 slot0;
        uint256 flags;
        assembly ("memory-safe") {
            slot0 := mload(add(args, 0x20))
            flags := byte(0, mload(add(args, add(0x20, FLAGS_IN_ARGS))))
        }
        bool hasList = params.listRoot != 0;
        bool hasCap = supplyCap != 0;
        uint256 size;
        uint256 start = STORE_SIZE + RETURN_SIZE;
        unchecked {
            size = PROXY_SIZE + args.length - TERMS_IN_ARGS;
            if (hasCap) start += STORE_SIZE;
            if (hasList) start += LOG_SIZE;
        }

        uint256 end;
        (code, end) = _open(0);
        end = _putStore(end, slot0, 0);
        if (hasCap) end = _putStore(end, supplyCap << 32, 1);
        if (hasList) {
            end = _put(end, 0x604061 << 40 | (start + size) << 24 | 0x600039, 8);
            end = _put(end, 0x7f, 1);
            end = _put(end, uint256(ICollectionTypes.ListAdded.selector), 32);
            end = _put(end, 0x60406000a1, 5);
        }
        end = _put(end, 0x61 << 96 | size << 80 | 0x8061 << 64 | start << 48 | 0x6000396000f3, 13);
        end = _put(end, 0x363d3d373d3d3d363d73 << 160 | uint160(_implementationOf(flags)), 30);
        end = _put(end, 0x5af43d82803e903d91602b57fd5bf3, 15);
        end = _putTerms(end, args);
        if (hasList) {
            end = _put(end, uint256(params.listRoot), 32);
            end = _put(end, uint256(params.listContentHash), 32);
        }
        _close(code, end);
    }

    /// @dev Emits `CollectionCreated` in place: the arguments follow spare bytes for the other data.
    function _logCreated(address collection, bytes32 salt, bytes memory args) private {
        assembly ("memory-safe") {
            let head := sub(args, EVENT_HEAD)
            mstore(head, salt)
            let flags := byte(0, mload(add(args, add(0x20, FLAGS_IN_ARGS))))
            mstore(add(head, 0x20), and(flags, KIND_FLAGS))
            mstore(add(head, 0x40), EVENT_HEAD)
            let size := and(add(mload(args), 0x1f), not(0x1f))
            log3(head, add(add(EVENT_HEAD, 0x20), size), COLLECTION_CREATED, collection, caller())
        }
    }

    /// @dev Makes the split, or finds it where the same creator made it with this salt before.
    function _createSplit(ICollectionTypes.Payee[] calldata payees, bytes32 cloneSalt)
        private
        returns (address split)
    {
        bytes memory code = _splitCode(payees);
        split = _addressOf(cloneSalt, code);
        // A collision of CREATE2 would burn all the gas that goes along.
        if (split.code.length == 0 && _create2(code, cloneSalt) != split) revert NotEnoughGas();
    }

    /// @dev Returns this as code: STOP when ether comes without call data, so that 2,300 gas are
    ///      enough to receive it; else the proxy. The payees stand behind it:
    ///
    ///      CALLDATASIZE, PUSH1 5, JUMPI, STOP, JUMPDEST
    ///      proxy, payees x (account 20 | bps 2)
    function _splitCode(ICollectionTypes.Payee[] calldata payees)
        private
        view
        returns (bytes memory code)
    {
        CollectionRules.requirePayees(payees, address(platform));
        uint256 end;
        (code, end) = _open(0);
        unchecked {
            uint256 size = RECEIVE_SIZE + PROXY_SIZE + payees.length * PAYEE_SIZE;
            end = _put(
                end, 0x61 << 96 | size << 80 | 0x8061 << 64 | RETURN_SIZE << 48 | 0x6000396000f3, 13
            );
        }
        end = _put(end, 0x36600557005b363d3d373d3d3d363d73, 16);
        end = _put(end, uint160(royaltySplitImplementation), 20);
        end = _put(end, 0x5af43d82803e903d91603157fd5bf3, 15);
        _close(code, _putPayees(end, payees));
    }

    function _create2(bytes memory code, bytes32 cloneSalt) private returns (address created) {
        assembly ("memory-safe") {
            created := create2(0, add(code, 0x20), mload(code), cloneSalt)
        }
    }

    function _implementationOf(uint256 flags) private view returns (address) {
        if (flags & IS_SOULBOUND != 0) return soulboundImplementation;
        return flags & EDITION == 0 ? dropImplementation : editionImplementation;
    }

    /// @dev The address of CREATE2 (EIP-1014): the hash over 0xff, factory, salt and creation code.
    function _addressOf(bytes32 cloneSalt, bytes memory code)
        private
        view
        returns (address created)
    {
        assembly ("memory-safe") {
            let preimage := mload(0x40)
            mstore(preimage, or(shl(248, 0xff), shl(88, address())))
            mstore(add(preimage, 21), cloneSalt)
            mstore(add(preimage, 53), keccak256(add(code, 0x20), mload(code)))
            created := shr(96, shl(96, keccak256(preimage, 85)))
        }
    }

    /// @dev Begins bytes of unknown length behind `room` spare bytes. Until they are closed nothing
    ///      else may take memory.
    function _open(uint256 room) private pure returns (bytes memory buffer, uint256 end) {
        assembly ("memory-safe") {
            buffer := add(mload(0x40), room)
            end := add(buffer, 0x20)
        }
    }

    function _close(bytes memory buffer, uint256 end) private pure {
        assembly ("memory-safe") {
            mstore(buffer, sub(end, add(buffer, 0x20)))
            mstore(end, 0)
            mstore(0x40, and(add(end, 0x3f), not(0x1f)))
        }
    }

    /// @dev Appends the lowest `size` bytes of `value`.
    function _put(uint256 end, uint256 value, uint256 size) private pure returns (uint256) {
        assembly ("memory-safe") {
            mstore(end, shl(sub(256, shl(3, size)), value))
            end := add(end, size)
        }
        return end;
    }

    /// @dev Appends the instructions that store a word in a slot below 256.
    function _putStore(uint256 end, uint256 word, uint256 slot) private pure returns (uint256) {
        end = _put(end, 0x7f, 1);
        end = _put(end, word, 32);
        return _put(end, 0x600055 | (slot << 8), 3);
    }

    function _putName(uint256 end, bytes calldata name) private pure returns (uint256) {
        if (name.length == 0) revert BadParams();
        return _putShort(end, name);
    }

    function _putShort(uint256 end, bytes calldata text) private pure returns (uint256) {
        return _putText(_put(end, text.length, 1), text, CollectionRules.MAX_SHORT);
    }

    function _putPayees(uint256 end, ICollectionTypes.Payee[] calldata payees)
        private
        pure
        returns (uint256)
    {
        assembly ("memory-safe") {
            let payee := payees.offset
            for { let count := payees.length } count { count := sub(count, 1) } {
                mstore(
                    end,
                    or(shl(96, calldataload(payee)), shl(80, calldataload(add(payee, 0x20))))
                )
                end := add(end, 22)
                payee := add(payee, 0x40)
            }
        }
        return end;
    }

    function _putText(uint256 end, bytes calldata text, uint256 longest)
        private
        pure
        returns (uint256)
    {
        if (text.length > longest) revert BadParams();
        assembly ("memory-safe") {
            calldatacopy(end, text.offset, text.length)
            end := add(end, text.length)
        }
        return end;
    }

    function _putTerms(uint256 end, bytes memory args) private view returns (uint256) {
        assembly ("memory-safe") {
            let terms := add(args, add(0x20, TERMS_IN_ARGS))
            let size := sub(mload(args), TERMS_IN_ARGS)
            // The identity precompile copies memory; it fails only without gas, like this call.
            if iszero(staticcall(gas(), IDENTITY, terms, size, end, size)) {
                revert(0, 0)
            }
            end := add(end, size)
        }
        return end;
    }

    /// @dev Reads a text of the parameters. Bytes outside the calldata are zeros, which affects the
    ///      caller's own collection only, so no bounds are checked.
    function _text(CreateParams calldata params, uint256 word)
        private
        pure
        returns (bytes calldata text)
    {
        assembly ("memory-safe") {
            let place := add(params, calldataload(add(params, shl(5, word))))
            text.length := calldataload(place)
            text.offset := add(place, 0x20)
        }
    }

    /// @dev Reads a word whose type `_requireParams` has checked for `create`; to `predict` it may be
    ///      too large, which affects the caller's own answer only.
    function _word(CreateParams calldata params, uint256 word)
        private
        pure
        returns (uint256 value)
    {
        assembly ("memory-safe") {
            value := calldataload(add(params, shl(5, word)))
        }
    }

    /// @dev The caller is part of the salt, so no other account can take an announced address.
    function _cloneSalt(address creator, bytes32 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(creator, salt));
    }
}
