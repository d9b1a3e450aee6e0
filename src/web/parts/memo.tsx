import { Component, type FunctionComponent, type JSX } from 'preact'

/**
 * A component that renders again only if a property changes. `preact/compat` has one too, but
 * loading it makes every `onChange` of a text input run at each key.
 */
export function memo<Props extends object>(View: FunctionComponent<Props>) {
  return class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const names = new Set([...Object.keys(this.props), ...Object.keys(next)])
      return [...names].some(
        (name) => !Object.is(this.props[name as keyof Props], next[name as keyof Props]),
      )
    }

    override render(props: Props): JSX.Element {
      return <View {...props} />
    }
  }
}
