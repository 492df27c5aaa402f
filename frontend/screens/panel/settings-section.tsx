import {
  PriceSettingsPart,
  SellerSettingsParts,
  TransferSettingsPart,
} from '#frontend/features/panel/settings/settings-parts.tsx'
import { useMay } from '#frontend/session.ts'

export default function SettingsSection() {
  const mayChange = useMay()('settings:change')
  return (
    <div className="flex flex-col gap-6">
      <SellerSettingsParts mayChange={mayChange} />
      <PriceSettingsPart mayChange={mayChange} />
      <TransferSettingsPart mayChange={mayChange} />
    </div>
  )
}
