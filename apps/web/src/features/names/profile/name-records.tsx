import type { NameDetail } from '@platemark/api/names'
import { shortAddress } from '@platemark/rules/amounts'
import { Copy } from '../../../ui/copy.tsx'

/** Addresses and text records of a name. */
export function NameRecords({ name }: { name: NameDetail }) {
  const texts = Object.entries(name.records).filter(([key]) => key !== 'description')
  const { unused_record } = name.avatar
  return (
    <div className="name-columns">
      <section aria-labelledby="addresses">
        <h2 id="addresses">Addresses</h2>
        {name.addresses.length === 0 && <p className="muted">None.</p>}
        <ul className="name-addresses">
          {name.addresses.map(({ coin_type, label, address, source }) => (
            <li key={coin_type}>
              <div>
                <b>{label}</b>
                <span className="muted small">
                  {source === 'owner' ? 'The owner' : 'Set by the owner'}
                </span>
              </div>
              <code title={address} translate="no">
                {shortAddress(address)}
              </code>
              <Copy text={address} label={`Copy address for ${label}`} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="records">
        <h2 id="records">Records</h2>
        {texts.length === 0 ? (
          <p className="muted">None yet.</p>
        ) : (
          <ul className="name-texts">
            {texts.map(([key, value]) => (
              <li key={key}>
                <span className="muted">{key}</span>
                <span translate="no">
                  {value}
                  {key === 'avatar' && unused_record && (
                    <span className="muted small">{unusedReasons[unused_record]}</span>
                  )}
                </span>
                <Copy text={value} label={`Copy ${key}`} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

const unusedReasons = {
  foreign: 'Set, not shown here: only pictures of collections of this site are loaded.',
  not_owned: 'Set, not shown: the owner of the name does not hold this token.',
  invalid: 'Set, not shown: this is not an address of a picture.',
}
