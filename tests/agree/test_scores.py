import pytest

from bd.agree.scores import read_scores
from bd.errors import BdError, ProblemsError

HEAD = "instrument,model,item,score\n"
GOOD = HEAD + "quiz,ash,1,0.5\nquiz,beech,1,-0.25\nquiz,cherry,1,0\n"


def read(text):
    return read_scores(text.encode() if isinstance(text, str) else text, "scores.csv")


def test_scores_are_read_as_millionths_by_sorted_names():
    (quiz,) = read(GOOD)
    assert (quiz.name, quiz.models, quiz.items) == ("quiz", ("ash", "beech", "cherry"), ("1",))
    assert quiz.scores.tolist() == [[500000, -250000, 0]]
    assert quiz.known.all()


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        GOOD + "\n  \n",
        "score,item,note,model,instrument\n.5,1,x,ash,quiz\n-2.5e-1,1,,beech,quiz\n+0,1,y,cherry,quiz\n",
        GOOD.replace(",", ";"),
        GOOD.replace(",", "\t"),
        GOOD.replace(",", "|"),
        "sep=,\n" + GOOD,
        "SEP=;\r\n" + GOOD.replace(",", ";"),
        '"sep=\t"\n' + GOOD.replace(",", "\t"),
        GOOD.replace(",1,0.5", ",1,0.5,,"),
        'instrument;"model";item;score;"a, b"\nquiz;ash;1;0.5;c,d\nquiz;beech;1;-0.25;\nquiz;cherry;1;0;\n',
        'Instrument, Model ,item,SCORE\nquiz, ash,1, 0.5\n"quiz",beech,1,-0.25\nquiz,cherry,1,0.0\n',
    ],
)
def test_what_does_not_matter(text):
    assert read(text)[0].scores.tolist() == [[500000, -250000, 0]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "scores.csv:1: empty; its first line names the columns instrument, model, item, score"),
        ("model,item,score\n", "scores.csv:1: no column instrument; the first line names instrument"),
        ("instrument,model,item,score,score\n", "scores.csv:1: the column score stands twice"),
        (GOOD + "quiz,ash,2,1.01\n", "scores.csv:5: score 1.01 is outside -1 to 1"),
        (GOOD + "quiz,ash,2,-7e9\n", "scores.csv:5: score -7e9 is outside -1 to 1"),
        (GOOD + "quiz,ash,2,nan\n", "scores.csv:5: score 'nan' is no number"),
        (GOOD + "quiz,ash,2,inf\n", "scores.csv:5: score 'inf' is no number"),
        (GOOD + "quiz,ash,2,0_1\n", "scores.csv:5: score '0_1' is no number"),
        (GOOD + "quiz,ash,2,٠\n", "is no number"),
        (GOOD + "quiz,ash,2,\n", "scores.csv:5: no score; where there is none, leave the row out"),
        (GOOD + "quiz,ash,2\n", "scores.csv:5: 3 columns, fewer than the first line names"),
        (
            GOOD + "quiz,ash,2,0,25\n",
            "scores.csv:5: 5 columns, more than the 4 that the first line names; write numbers as",
        ),
        (GOOD + 'quiz,ash,2,"0,25"\n', "scores.csv:5: score '0,25' has a decimal comma; write it with a point"),
        (GOOD.replace(",", ";") + "quiz;ash;2;-0,25\n", "scores.csv:5: score '-0,25' has a decimal comma"),
        (GOOD.replace(",", "\t") + "quiz\tash\t2\t,25\n", "scores.csv:5: score ',25' has a decimal comma"),
        ("sep=;\n" + GOOD.replace(",", ";") + "quiz;ash;2;2\n", "scores.csv:6: score 2 is outside -1 to 1"),
        ("sep=;\n" + GOOD, "scores.csv:2: no column instrument, model, item, score"),
        (
            "a;b\n",
            "scores.csv:1: no column instrument, model, item, score; the first line names instrument, model, item, ",
        ),
        (GOOD + "quiz,Ash,2,0\n", "scores.csv:5: model 'Ash' looks like 'ash' in line 2; spell them alike"),
        (GOOD + "quiz,\u0430sh,2,0\n", "looks like 'ash' in line 2"),
        (GOOD + "Quiz,ash,2,0\n", "scores.csv:5: instrument 'Quiz' looks like 'quiz' in line 2"),
        (
            GOOD + "quiz,ash,Jos\u00e9,0\nquiz,beech,Jose\u0301,0\n",
            r"scores.csv:6: item 'Jose\u0301' looks like 'Jos\xe9' in line 5",
        ),
        (GOOD + "quiz,\u3164\u0301,2,0\n", "shows nothing; write a name that can be read"),
        (GOOD + "quiz,,2,0\n", "scores.csv:5: no model; name it"),
        (GOOD + "quiz,ash,1,0\n", "scores.csv:5: quiz / ash / 1 stands in line 2 too"),
        (GOOD + "quiz,a\x1b[31msh,1,0\n", "scores.csv:5: model 'a\\x1b[31msh' holds a sign that cannot be printed"),
        (GOOD.encode() + b"quiz,a\xff,1,0\n", "scores.csv:5: not UTF-8"),
        (GOOD + f"quiz,{'x' * 200_000},1,0\n", "field larger than field limit"),
    ],
)
def test_a_fault_is_one_line_that_names_its_line(text, said):
    with pytest.raises(ProblemsError) as caught:
        read(text)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_faults_are_told_together_and_not_without_end():
    with pytest.raises(ProblemsError) as caught:
        read(GOOD + "quiz,ash,2,2\n" * 50)
    assert len(str(caught.value).splitlines()) == 20


def test_two_models_have_no_order():
    with pytest.raises(BdError, match=r"scores.csv: holds 2 models, and an order takes 3"):
        read(HEAD + "quiz,ash,1,0\nquiz,beech,1,0\n")
    with pytest.raises(BdError, match="holds 0 models"):
        read(HEAD)


def test_items_may_differ_in_their_capitals():
    (quiz,) = read(GOOD + "quiz,ash,a1B,0\nquiz,ash,A1b,0\n")
    assert quiz.items == ("1", "A1b", "a1B")


def test_columns_that_are_passed_over_are_told():
    said = []
    read_scores(GOOD.replace("score\n", "score,note,\n").encode(), "scores.csv", said.append)
    assert said == ["scores.csv: passed over: 'note', 'column 6'"]
