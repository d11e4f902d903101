// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev The return value of ERC-1271 for a valid signature.
bytes4 constant YES = 0x1626ba7e;

/// @dev Accepts what the key of its owner signed.
contract HonestAccount {
    address private immutable _owner;

    constructor(address owner) {
        _owner = owner;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature)
        external
        view
        returns (bytes4)
    {
        if (signature.length != 65) return 0xffffffff;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer != address(0) && signer == _owner ? YES : bytes4(0xffffffff);
    }
}

/// @dev Accepts everything.
contract TrustingAccount {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return YES;
    }
}

/// @dev Uses up all the gas it is given.
contract EndlessAccount {
    fallback() external {
        while (true) {}
    }
}

/// @dev Reverts on every call.
contract FailingAccount {
    fallback() external {
        revert("no");
    }
}

/// @dev Fails with the words that it was made with.
contract SayingAccount {
    string private _words;

    constructor(string memory words) {
        _words = words;
    }

    fallback() external {
        revert(_words);
    }
}

/// @dev Returns the valid value, followed by 100,000 bytes.
contract LoudAccount {
    fallback() external {
        bytes4 yes = YES;
        assembly {
            mstore(0, yes)
            return(0, 100000)
        }
    }
}

/// @dev Fails with a yes that goes on for 100,000 bytes.
contract LoudFailingAccount {
    fallback() external {
        bytes4 yes = YES;
        assembly {
            mstore(0, yes)
            revert(0, 100000)
        }
    }
}

/// @dev Returns the word of its constructor for every call, or the first bytes of it.
contract FixedAccount {
    bytes32 private immutable _word;
    uint256 private immutable _length;

    constructor(bytes32 word, uint256 length) {
        _word = word;
        _length = length;
    }

    fallback() external {
        bytes32 word = _word;
        uint256 length = _length;
        assembly {
            mstore(0, word)
            return(0, length)
        }
    }
}

/// @dev Makes honest accounts at addresses that are known before.
contract AccountFactory {
    function make(address owner, bytes32 salt) external returns (address) {
        return address(new HonestAccount{salt: salt}(owner));
    }
}

/// @dev A validator of ERC-6492, for accounts that are not deployed yet.
contract Validator {
    function isValidSig(address account, bytes32 hash, bytes calldata wrapping)
        external
        returns (bool)
    {
        (address factory, bytes memory data, bytes memory signature) =
            abi.decode(wrapping[:wrapping.length - 32], (address, bytes, bytes));
        (bool isMade,) = factory.call(data);
        require(isMade && account.code.length > 0, "not made");
        return HonestAccount(account).isValidSignature(hash, signature) == YES;
    }
}
