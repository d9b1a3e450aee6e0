"""What the page of the long comparison says beside its tables."""

TITLE = "# Critiques in the batch, up to 14,000 tasks: tables"

ABOUT = """\
For people who want to check the claims of [feedback-guided training](../README.md), or want the \
number behind one. The question: within one training batch, later rollouts of a task see critiques \
of earlier failed ones. Does a small policy then learn more from the same number of tasks, measured \
**without critiques**? All runs are of `phone-call-v2` at the stage `seed`, with a log-linear \
policy. Nothing here is about language models. [The protocol](../PROTOCOL.md) was fixed before the \
first run."""

SOURCE = (
    "`python experiments/feedback-guided/tables.py` (with numpy and scipy) writes this page from "
    "`runs.jsonl` beside it."
)

DECISIONS = """\
The protocol has four questions. *Groups with critiques* are the arm `unweighted` below. `plain` \
has no feedback, and two *placebos* show another task's critique or only that attempts failed. \
*Known* companies occur in training, *unseen* ones never do. All use GRPO, and differences are in \
points of success without critiques."""

TERMS = """\
## Words and arms

Every run starts from the same kind of policy, draws 14,000 tasks in batches of 16, and plays 8 \
rollouts of each task. Runs with the same seed have the same start and the same tasks, so arms are \
compared in *pairs* of runs. In all arms but `plain` and `label-0.005`, the rollouts of a task play \
in waves of 2, 3 and 3.

| arm | what the prompts of later waves show | how it is trained |
| --- | --- | --- |
| `plain` | nothing; the 8 rollouts are independent | on the prompts that were played |
| `unweighted` | critiques of earlier failed rollouts | under the prompt without critiques, \
without importance weights |
| `guided-clean` | the same | the same, with truncated importance weights (the server's default) |
| `rltf-sd` | the same | as `unweighted`, with the mean reward of the rollouts without critiques \
as baseline |
| `all-failed` | critiques, only if the whole first wave failed | as `unweighted` |
| `placebo-other` | a critique of another task | as `unweighted` |
| `placebo-none` | only that attempts failed | as `unweighted` |
| `label-0.005` | nothing | as `plain`, and the critique is also a supervised label with the \
weight 0.005 |

- **Known** companies occur in training, **unseen** ones never do. All success is measured on \
fresh tasks in one try, without critiques. Higher is better.
- **Brackets** have 95 % intervals by Student's t over ten seeds. They are not corrected for the \
number of comparisons.
- **Turns in sequence** are the assistant turns that have to wait for each other: for a task, the \
longest rollout of each wave, summed; for a batch, the slowest task. They say how long training \
takes if machines are plenty. Fewer are better.
- **A dash** means that there is nothing to compare: `plain` with itself."""

ARMS_SUCCESS = """\
**Success at the end and on the way**, in percent. A row is an arm with one loss. *Rate* is the \
learning rate, chosen by [a grid](#learning-rates). *At the end* is after 14,000 tasks. *Mean* is \
the mean over all tasks drawn until then, so a fast start raises it. With DAPO, `unweighted` \
collapses on all ten seeds, for an unknown reason."""

ARMS_REACH = """\
**Thresholds and costs.** *Reached* counts the runs that came to this success on known companies. \
*At equal tokens* is the arm minus `plain` with the same loss, in points on known companies. Both \
runs of a pair are compared after the tokens of the run that used fewer. The last column is the \
mean of a whole run."""

CONTRASTS_END = """\
A row compares two arms after 14,000 tasks: the first minus the second, in percentage points. \
Above 0, the first is better. *p* is of a two-sided paired t test. *p by Holm* is corrected for all \
18 rows, and below 0.05 the protocol counts the difference as *shown*."""

CONTRASTS_TASKS = """\
How many times fewer tasks does the first arm need to solve 50 or 70 % of the tasks of known \
companies? The ratio is the tasks of the second arm divided by those of the first (geometric mean \
over pairs). Above 1, the first arm needs fewer. The last column is the same ratio for turns in \
sequence: below 1, the first arm takes longer on many machines. *p by Holm* is corrected for the 18 \
rows of this table.

*Censored a/b* counts runs that do not reach the threshold within the tasks compared: *a* of the \
second arm, *b* of the first. Both runs of such a pair are compared up to the same number of tasks, \
so the ratio is too close to 1. If only the second arm has such runs, the true ratio is larger; if \
only the first has, it is smaller."""

GRID = """\
How the rates of the tables were chosen. Each arm was run with three learning rates on two seeds \
that are in no other table. A cell is the success after 14,000 tasks in percent, on known and on \
unseen companies. The rate with the highest mean of both is taken."""
