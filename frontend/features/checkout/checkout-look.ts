// How the wallet button is dressed. One object for good: the brick compares by identity.
export const checkoutLook: {
  theme: 'default'
  valueProp: 'security_safety'
  customStyle: { buttonHeight: string; borderRadius: string; valuePropColor: 'white' }
} = {
  theme: 'default',
  valueProp: 'security_safety',
  customStyle: { buttonHeight: '56px', borderRadius: '12px', valuePropColor: 'white' },
}
