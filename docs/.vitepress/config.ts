/** The static site of the pages: `npm run site` builds it into `var/site`. */
const page = (text: string, name: string) => ({ text, link: `/docs/${name}` })

export default {
  title: 'Backchannel',
  description: 'Multi-turn reinforcement-learning environments that give feedback',
  srcDir: '..',
  outDir: '../var/site',
  cacheDir: '../var/site-cache',
  srcExclude: ['src/**', 'test/**', 'template/**', 'bench/**', 'dist/**', 'var/**'],
  rewrites: { 'README.md': 'index.md' },
  // Links to sources and data lead out of the site.
  ignoreDeadLinks: true,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      { text: 'Start', items: [{ text: 'What it is', link: '/' }, page('Getting started', 'getting-started'), page('Command line', 'command-line')] },
      {
        text: 'Environments',
        items: [
          page('Phone world', 'phone-call'),
          page('Math world', 'math'),
          page('q world', 'q'),
          page('Add an environment', 'environments'),
          page('Grader and q interpreter', 'libraries'),
        ],
      },
      {
        text: 'Train and evaluate',
        items: [
          page('Groups and critiques', 'groups'),
          page('Train with verl and TRL', 'training'),
          page('Train any agent', 'gateway'),
          page('Data and exports', 'data'),
          page('Evaluate and compare', 'evaluation'),
        ],
      },
      {
        text: 'Connect and operate',
        items: [
          page('Protocol', 'protocol'),
          page('Connect a client', 'clients'),
          page('Console', 'console'),
          page('Operate a server', 'operate'),
          page('Logs', 'logs'),
        ],
      },
      {
        text: 'Background',
        items: [
          page('Architecture and decisions', 'architecture'),
          { text: 'Example calls', link: '/experiments/phone-plays/conversations' },
          { text: 'Research questions', link: '/experiments/research-questions' },
          { text: 'Changes', link: '/CHANGELOG' },
        ],
      },
    ],
  },
}
