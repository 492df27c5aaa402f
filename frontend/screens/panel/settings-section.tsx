import { PriceSettingsPart } from '#frontend/features/panel/settings/price-settings.tsx'
import { SellerSettingsParts } from '#frontend/features/panel/settings/seller-settings.tsx'
import { TransferSettingsPart } from '#frontend/features/panel/settings/transfer-settings.tsx'
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
