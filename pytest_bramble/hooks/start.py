"""The start of an examination: settings, candidates, the plugin objects of controller and worker."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ..candidates.preflight import missing_keys, missing_prices
from ..candidates.protocol import ExaminersCandidate
from ..candidates.registry import resolve
from ..engine.examination import Examination, by_slug
from ..errors import BrambleError, SettingsError
from ..evidence.store import SessionFolder, new_session_name, session_name
from ..session.plans import check_plan
from ..settings import Settings
from .collect import TicketCollector
from .controller import Controller
from .keys import EXAMINATION
from .notices import SharingNotice
from .options import jobs_reached, named_job, settings_of
from .orphan import end_with_the_controller
from .plan_selection import PlanSelection
from .redacting import Redacting
from .runner import TrialFixture


def start(config: pytest.Config) -> None:
    """Begin an examination.

    Raises pytest.UsageError, hence exit 4, for whatever is wrong with names, keys and numbers.
    """
    try:
        settings = settings_of(config)
        if settings.asked and config.args_source is not config.ArgsSource.ARGS:
            config.args = [str(named_job(settings, config.rootpath))]
        _begin(config, settings)
    except BrambleError as exc:
        raise pytest.UsageError(str(exc)) from None


def _begin(config: pytest.Config, settings: Settings) -> None:
    names = dict.fromkeys((*settings.candidates, *([settings.baseline] if settings.baseline else [])))
    _refuse_other_distribution(config)
    found = [resolve(name, settings.entries, _examiners) for name in names]
    candidates = by_slug(found)
    # xdist sets it in a worker, where the controller chose the session's name.
    given = getattr(config, "workerinput", None)
    if given is not None:
        end_with_the_controller()
    elif not config.option.collectonly:
        missing_keys(found)
        if settings.budget_usd is not None:
            missing_prices(found)
    name = _session(settings) if given is None else given["bramble_session"]
    worker = "main" if given is None else given["workerid"]
    folder = SessionFolder(settings.reports / name)
    examination = Examination(settings, candidates, folder, worker)
    examination.workers = 1 if given is None else given["workercount"]
    examination.distributed = given is not None or getattr(config.option, "dist", "no") != "no"
    if given is None:
        check_plan(examination, jobs_reached(config.args, config.invocation_params.dir))
    config.stash[EXAMINATION] = examination
    config.pluginmanager.register(TicketCollector(examination), "bramble-collector")
    config.pluginmanager.register(PlanSelection(examination), "bramble-plan")
    config.pluginmanager.register(TrialFixture(), "bramble-trial")
    config.pluginmanager.register(Redacting(examination.redactor), "bramble-redacting")
    if given is not None:
        config.pluginmanager.register(SharingNotice(config, examination), "bramble-sharing")
    else:
        controller = Controller(config, examination)
        config.pluginmanager.register(controller, "bramble-controller")
        config.pluginmanager.register(controller.progress, "bramble-progress")


def _session(settings: Settings) -> str:
    return new_session_name() if settings.resume is None else session_name(settings.reports, settings.resume)


def _examiners() -> Mapping[str, ExaminersCandidate]:
    from ..audit.candidates import examiners_candidates

    return examiners_candidates()


def _refuse_other_distribution(config: pytest.Config) -> None:
    """Only ``--dist load``: the others re-run the test a worker died in, hence pay for it twice, or hang."""
    mode = getattr(config.option, "dist", "no")
    if mode not in ("no", "load"):
        raise SettingsError(
            f"--dist {mode} is not for paid trials: after a worker's crash it runs tests again or hangs. "
            "Use -n N alone, which is --dist load."
        )
