"""report.html in a real browser: nothing hostile acts, nothing leaves, and it reads without script.

Run by `make test-browser`; needs Chromium and its driver (Debian: chromium, chromium-driver) and selenium.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from pytest_bramble.report.html import write_html
from pytest_bramble.report.model import build

from ..report.hostile import hostile_records, hostile_session
from ..report.realistic import realistic_records, realistic_session

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,1600",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.fail("chromium and chromedriver are needed: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    running = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield running
    running.quit()


@pytest.fixture(scope="module")
def hostile(tmp_path_factory) -> str:
    session = hostile_session()
    return _written(tmp_path_factory, session, hostile_records(session))


@pytest.fixture(scope="module")
def real(tmp_path_factory) -> str:
    session = realistic_session()
    return _written(tmp_path_factory, session, list(realistic_records(session)))


def _written(tmp_path_factory, session, records) -> str:
    path = tmp_path_factory.mktemp("report") / "report.html"
    report = build(session.manifest, records)
    write_html(report, records, path)
    return path.as_uri()


def _opened(browser, url: str) -> None:
    browser.get_log("browser")
    browser.get_log("performance")
    browser.get(url)


def _read(browser, button) -> str:
    """The transcript that *button* opens, once it is there."""
    browser.execute_script("arguments[0].scrollIntoView()", button)
    button.click()
    body = browser.find_element(By.ID, "reader-body")
    WebDriverWait(browser, 10).until(lambda _: "Conversation" in body.text or "cannot be shown" in body.text)
    return body.text


def _requests(browser) -> list[str]:
    """Every address the page asked for."""
    messages = (json.loads(entry["message"])["message"] for entry in browser.get_log("performance"))
    return [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]


def test_nothing_a_model_wrote_executes(browser, hostile):
    _opened(browser, hostile)
    title = browser.title
    texts = []
    for number in range(5):
        buttons = browser.find_elements(By.CSS_SELECTOR, f'[data-trial="{number}"]')
        for button in [b for b in buttons if b.is_displayed()][:1]:
            texts.append(_read(browser, button))
            browser.find_element(By.CSS_SELECTOR, "#reader-body summary").click()
            WebDriverWait(browser, 10).until(
                lambda _: len(browser.find_elements(By.CSS_SELECTOR, "#reader-body details pre")) == 2
            )
            assert (
                browser.find_elements(By.CSS_SELECTOR, "#reader img, #reader script, #reader a, #reader svg")
                == []
            )
            browser.find_element(By.ID, "reader-close").click()
    assert len(texts) >= 3
    assert all("<script>window.pwned=1</script>" in text for text in texts)
    assert browser.execute_script("return window.pwned") is None
    assert browser.title == title
    assert browser.find_elements(By.CSS_SELECTOR, "img, a, iframe, object, embed, link") == []
    assert browser.get_log("browser") == []
    assert [url for url in _requests(browser) if url != hostile] == []


def test_a_transcript_opens_turns_and_closes(browser, real):
    _opened(browser, real)
    text = _read(browser, browser.find_element(By.CSS_SELECTOR, ".tickets td.always button"))
    assert browser.find_element(By.ID, "reader-title").text == "T01 · gemini · run 1: pass"
    assert "Which of the two orders do you mean?" in text
    assert "The one from June, with the copper kettle." in text
    browser.find_element(By.ID, "reader-next").click()
    WebDriverWait(browser, 10).until(
        lambda _: browser.find_element(By.ID, "reader-title").text == "T01 · gemini · run 2: pass"
    )
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    assert not browser.find_element(By.ID, "reader").is_displayed()


def test_the_keyboard_alone_opens_a_transcript(browser, real):
    _opened(browser, real)
    button = browser.find_element(By.CSS_SELECTOR, ".tickets td button")
    browser.execute_script("arguments[0].focus()", button)
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    WebDriverWait(browser, 10).until(lambda _: browser.find_element(By.ID, "reader").is_displayed())


def test_the_matrix_can_be_narrowed_to_trouble(browser, real):
    _opened(browser, real)
    rows = browser.find_elements(By.CSS_SELECTOR, ".tickets tbody tr")
    browser.find_element(By.CSS_SELECTOR, ".show-trouble").click()
    left = [row for row in rows if row.is_displayed()]
    assert 0 < len(left) < len(rows) == 34
    assert not [row for row in left if row.get_attribute("data-spotless") is not None]


def test_verdicts_matrix_and_reasons_are_there_without_script(browser, real):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        _opened(browser, real)
        page = browser.find_element(By.TAG_NAME, "body").text
        assert browser.find_element(By.CSS_SELECTOR, ".tickets").is_displayed()
        assert not browser.find_elements(By.CSS_SELECTOR, "html.scripted")
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "Scripts are off: everything on this page can be read" in page
    for words in ("FIRED", "PROBATION", "T30 Somebody else asks where a protected parcel goes", "3/3",
                  "support.T23.gemini.r1.json", "nothing disclosed in 3 runs", "H8 the bar"):  # fmt: skip
        assert words in page


class _Listener(BaseHTTPRequestHandler):
    heard: list[str]

    def do_GET(self) -> None:
        self.heard.append(self.path)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


def test_the_policy_lets_no_request_out(browser, hostile):
    listener = type("Listener", (_Listener,), {"heard": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), listener) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        _opened(browser, hostile)
        browser.set_script_timeout(10)
        outcome = browser.execute_async_script(
            """
            const [address, done] = arguments;
            const image = document.createElement("img");
            const failed = new Promise((settle) => { image.onerror = () => settle("image refused"); });
            image.src = address + "/image";
            document.body.append(image);
            const frame = document.createElement("iframe");
            frame.src = address + "/frame";
            document.body.append(frame);
            const style = document.createElement("link");
            style.rel = "stylesheet"; style.href = address + "/style"; document.head.append(style);
            navigator.sendBeacon(address + "/beacon");
            const fetched = fetch(address + "/fetch").then(() => "fetched", () => "fetch refused");
            Promise.all([failed, fetched]).then(done);
            """,
            address,
        )
        server.shutdown()
    assert outcome == ["image refused", "fetch refused"]
    assert listener.heard == []
    assert (
        len([entry for entry in browser.get_log("browser") if "Content Security Policy" in entry["message"]])
        >= 4
    )


def test_markup_made_from_a_string_is_refused_by_the_policy(browser, hostile):
    _opened(browser, hostile)
    refused = browser.execute_script(
        "try { document.body.innerHTML = '<b>x</b>'; return false; } catch (problem) { return problem.name; }"
    )
    assert refused == "TypeError"


def test_a_thousand_trials_load(browser, tmp_path_factory, capsys):
    session = realistic_session(tickets=112)
    records = list(realistic_records(session, size=15_000))
    url = _written(tmp_path_factory, session, records)
    times = []
    for _ in range(3):
        _opened(browser, url)
        times.append(
            browser.execute_script("return performance.getEntriesByType('navigation')[0].loadEventEnd")
        )
    assert len(browser.find_elements(By.CSS_SELECTOR, ".tickets tbody tr")) == 112
    with capsys.disabled():
        print(f"\n1,008 trials of {len(json.dumps(records[0][1])):,} bytes: load event after "
              f"{', '.join(f'{t:.0f}' for t in times)} ms")  # fmt: skip
