export function App() {
  return <main>Backchannel</main>
}
