import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { type Address, type AddressField, addressFields, provinces } from '#backend/domain/address.limits.ts'
import { Field, FieldFrame, inputLook, tied } from '#frontend/ui/form/field.tsx'

type Props = { address: Address; problems: Partial<Address>; onType: (field: AddressField, text: string) => void }

const autoComplete: Record<AddressField, string> = {
  recipient: 'shipping name',
  street: 'shipping address-line1',
  floor: 'shipping address-line2',
  city: 'shipping address-level2',
  province: 'shipping address-level1',
  postalCode: 'shipping postal-code',
  phone: 'shipping tel',
}

export function AddressFields({ address, problems, onType }: Props) {
  const id = useId()
  const field = (name: AddressField, wide = false) => (
    <div className={wide ? 'sm:col-span-2' : ''}>
      <Field
        id={`${id}-${name}`}
        name={name}
        label={addressFields[name].label}
        autoComplete={autoComplete[name]}
        inputMode={name === 'phone' ? 'tel' : 'text'}
        maxLength={addressFields[name].max}
        value={address[name]}
        error={problems[name]}
        onChange={(event) => onType(name, event.target.value)}
      />
    </div>
  )
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {field('recipient', true)}
      {field('street')}
      {field('floor')}
      {field('city')}
      <Province
        id={`${id}-province`}
        value={address.province}
        error={problems.province}
        onType={(text) => onType('province', text)}
      />
      {field('postalCode')}
      {field('phone')}
    </div>
  )
}

type ProvinceProps = { id: string; value: string; error: string | undefined; onType: (text: string) => void }

function Province({ id, value, error, onType }: ProvinceProps) {
  return (
    <FieldFrame id={id} label={addressFields.province.label} error={error}>
      <div className="relative">
        <select
          {...tied({ id, error })}
          name="province"
          autoComplete={autoComplete.province}
          value={value}
          onChange={(event) => onType(event.target.value)}
          className={`${inputLook} appearance-none pr-11`}
        >
          <option value="">Elegí una provincia</option>
          {provinces.map((province) => (
            <option key={province}>{province}</option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute top-1/2 right-4 size-4 -translate-y-1/2 text-muted" />
      </div>
    </FieldFrame>
  )
}
