import { QueryClientProvider } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { queryClient } from './data/api.ts'
import { ComparePage } from './pages/compare/page.tsx'
import { EpisodePage } from './pages/episode/page.tsx'
import { GradePage } from './pages/grade/page.tsx'
import { GroupsPage } from './pages/group/list.tsx'
import { GroupPage } from './pages/group/page.tsx'
import { LivePage } from './pages/live/page.tsx'
import { PlayPage } from './pages/play/page.tsx'
import { PlayEpisodePage } from './pages/play/table.tsx'
import { QPage } from './pages/q/page.tsx'
import { RunComparePage } from './pages/runs/compare.tsx'
import { RunsPage } from './pages/runs/list.tsx'
import { RunPage } from './pages/runs/page.tsx'
import { SearchPage } from './pages/search/page.tsx'
import { EnvironmentPage } from './pages/tasks/environment.tsx'
import { TasksPage } from './pages/tasks/page.tsx'
import { SplitPage } from './pages/tasks/split.tsx'
import { TaskPage } from './pages/tasks/task.tsx'
import { PageFrame } from './parts/frame.tsx'
import { PageErrors } from './parts/page-errors.tsx'
import { EmptyState } from './parts/states.tsx'

function Home(): JSX.Element {
  const { route } = useLocation()
  useEffect(() => route('/live', true), [route])
  return <EmptyState>Opening the live episodes …</EmptyState>
}

function NotFound(): JSX.Element {
  return (
    <EmptyState>
      <h1>There is no such page</h1>
      <p>
        Go to the <a href="/live">live episodes</a>.
      </p>
    </EmptyState>
  )
}

/** All pages, by their addresses. */
export function App(): JSX.Element {
  return (
    <QueryClientProvider client={queryClient}>
      <LocationProvider>
        <PageFrame>
          <PageErrors notFound={<NotFound />}>
            <ErrorBoundary>
              <Router>
                <Route path="/" component={Home} />
                <Route path="/live" component={LivePage} />
                <Route path="/episodes/:id" component={EpisodePage} />
                <Route path="/groups" component={GroupsPage} />
                <Route path="/groups/:run/:id" component={GroupPage} />
                <Route path="/compare" component={ComparePage} />
                <Route path="/play" component={PlayPage} />
                <Route path="/play/:id" component={PlayEpisodePage} />
                <Route path="/runs" component={RunsPage} />
                <Route path="/runs/compare" component={RunComparePage} />
                <Route path="/runs/:run" component={RunPage} />
                <Route path="/tasks" component={TasksPage} />
                <Route path="/tasks/:env" component={EnvironmentPage} />
                <Route path="/tasks/:env/:split" component={SplitPage} />
                <Route path="/tasks/:env/:split/:task" component={TaskPage} />
                <Route path="/search" component={SearchPage} />
                <Route path="/q" component={QPage} />
                <Route path="/grade" component={GradePage} />
                <Route default component={NotFound} />
              </Router>
            </ErrorBoundary>
          </PageErrors>
        </PageFrame>
      </LocationProvider>
    </QueryClientProvider>
  )
}
