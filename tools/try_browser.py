"""Start the browser of playwright.config.py once and print its path. Runs in .venv; the set-up calls it."""

from playwright.sync_api import sync_playwright

from browser_config import launch_options

with sync_playwright() as playwright:
    options = launch_options()
    path = options.get("executable_path", playwright.chromium.executable_path)
    browser = playwright.chromium.launch(**options)
    print(f"{path}, version {browser.version}")
    browser.close()
