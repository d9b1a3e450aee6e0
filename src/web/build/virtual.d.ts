declare module 'virtual:measured' {
  export const MEASURED: Readonly<Record<string, readonly import('./measured.ts').MeasuredTable[]>>
}
