export const contactFields = {
  name: {
    max: 200,
    pattern: /^[^\p{C}]+$/u,
    missing: 'Decinos cómo te llamás.',
    wrong: 'Tiene caracteres que no se admiten.',
  },
  email: {
    max: 254,
    pattern: /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u,
    missing: 'Decinos a qué correo te respondemos.',
    wrong: 'No parece un correo.',
  },
  message: {
    max: 4000,
    pattern: /^[^\0]+$/u,
    missing: 'Escribí tu mensaje.',
    wrong: 'Tiene caracteres que no se admiten.',
  },
} as const

export type ContactField = keyof typeof contactFields
/** Trimmed; name and email belong to the writer. */
export type ContactMessage = Record<ContactField, string>

export function contactProblems(typed: ContactMessage): Partial<ContactMessage> {
  const problems: Partial<ContactMessage> = {}
  for (const field of ['name', 'email', 'message'] as const) {
    const { missing, wrong, pattern } = contactFields[field]
    const text = typed[field].trim()
    if (text === '') problems[field] = missing
    else if (!pattern.test(text)) problems[field] = wrong
  }
  return problems
}
