"""Pictures drawn off screen."""

import subprocess
import threading
import warnings
import zlib

import numpy as np
import pytest

import shoal


def decoded(png: bytes) -> np.ndarray:
    """Decodes an RGBA picture without interlacing."""
    at, data, width, height, channels = 8, b"", 0, 0, 0
    while at < len(png):
        length, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big")
            channels = {2: 3, 6: 4}[body[9]]
        elif kind == b"IDAT":
            data += body
        at += 12 + length
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * channels)
    picture = np.zeros((height, width * channels), np.uint8)
    for y, row in enumerate(rows):
        line, above = row[1:].astype(int), picture[y - 1].astype(int) if y else np.zeros(width * channels, int)
        for x in range(width * channels):
            a = int(picture[y, x - channels]) if x >= channels else 0
            b, c = above[x], above[x - channels] if x >= channels else 0
            p = a + b - c
            paeth = a if abs(p - a) <= min(abs(p - b), abs(p - c)) else b if abs(p - b) <= abs(p - c) else c
            picture[y, x] = (line[x] + (0, a, b, (a + b) // 2, paeth)[row[0]]) % 256
    return picture.reshape(height, width, channels)


def test_a_picture_has_the_size_asked_for(reef):
    picture = shoal.render(reef, size=(64, 36))
    assert picture.shape == (36, 64, 4) and picture.dtype == np.uint8
    assert (picture[..., 3] == 255).all()
    assert picture[..., :3].std() > 1
    assert np.array_equal(shoal.render(reef, size=(64, 36)), picture)


def test_a_picture_of_the_start_is_that_of_the_program(program, tmp_path):
    file = tmp_path / "reef.png"
    command = [program, "render", "reef", "-o", file, "--size", "96x54", "--seed", "7", "--boids", "300"]
    subprocess.run(command, check=True, env={"HOME": str(tmp_path), "LIBGL_ALWAYS_SOFTWARE": "1"})
    expected = decoded(file.read_bytes())
    picture = shoal.render(shoal.Simulation("reef", seed=7, boids=300), size=(96, 54))
    assert np.array_equal(picture[..., : expected.shape[2]], expected)


def test_every_camera_shows_something_else(reef):
    pictures = {each: shoal.render(reef, (64, 36), camera=each) for each in shoal.cameras()}
    assert not np.array_equal(pictures["school"], pictures["above"])
    assert not np.array_equal(pictures["school"], pictures["follow"])
    with pytest.raises(shoal.Error, match='unknown camera "abov"'):
        shoal.render(reef, camera="abov")


def test_a_transparent_picture_has_no_backdrop(reef):
    picture = shoal.render(reef, size=(64, 36), transparent=True)
    assert picture[0, 0, 3] == 0
    assert picture[..., 3].max() > 0


@pytest.mark.parametrize("size", [(0, 36), (64, -1), (20000, 36)])
def test_an_impossible_size_is_refused(reef, size):
    with pytest.raises(shoal.Error):
        shoal.render(reef, size=size)


def test_an_impossible_supersample_is_refused(reef):
    with pytest.raises(shoal.Error, match="supersample"):
        shoal.render(reef, supersample=9)


def test_rendering_changes_no_flock(reef):
    other = reef.copy()
    shoal.render(reef, size=(64, 36))
    for each in (reef, other):
        each.step(5)
    assert reef.hash == other.hash


def test_several_threads_may_draw(reef):
    expected = shoal.render(reef, size=(64, 36))
    pictures = []
    flocks = [reef.copy() for _ in range(4)]
    threads = [
        threading.Thread(target=lambda flock=flock: pictures.append(shoal.render(flock, size=(64, 36)))) for flock in flocks
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(pictures) == 4 and all(np.array_equal(each, expected) for each in pictures)


def test_a_body_that_cannot_be_read_is_said(tmp_path):
    body = tmp_path / "body.obj"
    preset = tmp_path / "own.toml"
    preset.write_text('[species.fish]\ncount = 3\nmesh = "body.obj"\n')
    body.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        shoal.render(shoal.Simulation(preset), (32, 18))
    other = tmp_path / "other.toml"
    other.write_text('[species.fish]\ncount = 3\nmesh = "other.obj"\n')
    (tmp_path / "other.obj").write_text("v 0,5 0 0\n")
    with pytest.warns(RuntimeWarning, match=r"species.fish: .*other.obj:1: \"0,5\" is not a number.*; sardines stand in"):
        broken = shoal.render(shoal.Simulation(other), (96, 54))
    (tmp_path / "other.obj").write_text(body.read_text())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        repaired = shoal.render(shoal.Simulation(other), (96, 54))
    assert not np.array_equal(broken, repaired)
