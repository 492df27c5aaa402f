// Styles of the wallet button per theme. Constants, because the brick compares by identity.
const customStyle = { buttonHeight: '56px', borderRadius: '12px' }
const dressed = { theme: 'default', valueProp: 'security_safety' } as const

export const checkoutLooks = {
  light: { ...dressed, customStyle: { ...customStyle, valuePropColor: 'blue' as const } },
  dark: { ...dressed, customStyle: { ...customStyle, valuePropColor: 'white' as const } },
}
